import { escapeIdentifier } from 'pg'
import { loginScript, rolesScript } from '../../database/roles.ts'

type Names = { readonly sample: string; readonly sampleReader: string; readonly owner: string }

/**
 * The sample on a server of somebody else's, as a script for its database: whoever restores its rows
 * owns them, the reader reads them, and nobody else comes in. What belongs to others on the server
 * is not touched, nor what takes a superuser.
 * @param secret the reader's password as SQL has it; undefined leaves its login as it is
 */
export const sharedSampleScript = (
  { sample, sampleReader, owner }: Names,
  secret: string | undefined,
): string => {
  const [database, reader, restorer] = [sample, sampleReader, owner].map(escapeIdentifier)
  return `
${rolesScript([sampleReader])}
alter role ${reader} connection limit 30;
alter role ${reader} set default_transaction_read_only = on;
revoke all on database ${database} from public;
grant connect on database ${database} to ${reader}, ${restorer};
revoke all on schema public from public;
grant usage, create on schema public to ${restorer};
grant usage on schema public to ${reader};
grant select on all tables in schema public to ${reader};
alter default privileges for role ${restorer} in schema public grant select on tables to ${reader};
${secret === undefined ? '' : loginScript(sampleReader, secret)}`
}
