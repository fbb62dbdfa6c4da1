import type pg from 'pg'
import { identifier } from './ddl.ts'

/**
 * Makes what is created in the rest of the transaction belong to the owner of the registry, whoever
 * creates it: so any process that may work on read models may work on all of them.
 */
export const actAsOwner = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    `select set_config('role', pg_get_userbyid(nspowner), true)
       from pg_namespace where nspname = 'projections'`,
  )
}

const trigger = 'changed_by_owner_only'

/** Raised when the transaction is about to end: until then, changes may be looked at. */
const refusal = `
create or replace function projections.refuse_to_keep() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $body$
begin
  raise exception 'read models are changed by their projector alone'
    using errcode = 'insufficient_privilege';
end $body$;`

/**
 * Sees to it that changes of these tables by anybody but their owner end with the transaction that
 * made them: commands apply what readers have not seen yet, to look at it, and take it back.
 */
export const keepOwn = async (
  client: pg.ClientBase,
  schema: string,
  tables: readonly string[],
): Promise<void> => {
  const { rows } = await client.query<{ table: string; owner: string }>(
    `select c.relname as table, quote_literal(pg_get_userbyid(c.relowner)) as owner
       from pg_class c
      where c.relnamespace = to_regnamespace($1) and c.relname = any($2) and c.relkind = 'r'
        and not exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = $3)`,
    [identifier(schema), tables, trigger],
  )
  if (rows.length === 0) return
  const triggers = rows.map(
    ({ table, owner }) => `
create constraint trigger ${trigger} after insert or update or delete
  on ${identifier(schema)}.${identifier(table)} deferrable initially deferred
  for each row when (not pg_has_role(current_user, ${owner}, 'member'))
  execute function projections.refuse_to_keep();`,
  )
  await client.query([refusal, ...triggers].join('\n'))
}
