import { escapeIdentifier, escapeLiteral } from 'pg'
import type { Logins } from '../database/logins.ts'
import { readModelRights } from './rights.ts'

/**
 * Read models belong to the projector's role: its schemas are made for it, and what one process that
 * was everything at once has made before is handed over. Whoever runs it has to be a member of both
 * roles, as a superuser is and whoever made them can be.
 */
export const handedOver = (logins: Logins): string => {
  const [app, projector] = [escapeIdentifier(logins.app), escapeIdentifier(logins.projector)]
  return `
do $$ begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant %I, %I to %I', ${escapeLiteral(logins.app)}, ${escapeLiteral(logins.projector)}, current_user);
  end if;
  if exists (select from pg_class where relowner = ${escapeLiteral(logins.app)}::regrole)
     or exists (select from pg_namespace where nspowner = ${escapeLiteral(logins.app)}::regrole) then
    reassign owned by ${app} to ${projector};
  end if;
end $$;
${Object.keys(readModelRights)
  .map((schema) => `create schema if not exists ${schema} authorization ${projector};`)
  .join('\n')}`
}
