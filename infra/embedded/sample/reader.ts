import type { Client } from 'pg'
import { verifierOf } from '../../database/passwords.ts'

export const sampleReaderName = 'sample_reader'

/** Functions anybody may call by default, although they write. */
const writers = [
  'lo_creat(integer)',
  'lo_create(oid)',
  'lo_from_bytea(oid, bytea)',
  'lo_put(oid, bigint, bytea)',
  'lo_open(oid, integer)',
  'lo_unlink(oid)',
  'lowrite(integer, bytea)',
]

/**
 * Makes the role that queries of the sample database run under, or gives it a new password: it can
 * connect to the database the client is connected to and read its tables, nothing else. Tables
 * restored later are readable, too. For the embedded server and as its superuser: on a server
 * shared with others, closing their databases to everybody is not ours to do.
 */
export async function ensureSampleReader(client: Client, password: string): Promise<void> {
  await client.query('begin')
  try {
    await client.query('select pg_advisory_xact_lock(7252664)')
    const known = await client.query('select from pg_roles where rolname = $1', [sampleReaderName])
    await client.query(
      `${known.rowCount ? 'alter' : 'create'} role ${sampleReaderName}
       login nosuperuser nocreatedb nocreaterole noinherit noreplication nobypassrls
       connection limit 30 password ${client.escapeLiteral(verifierOf(password))}`,
    )
    await shutOtherDatabases(client)
    await client.query(rights)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Whoever may log in may connect to every database, unless that is taken from everybody. */
async function shutOtherDatabases(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string; here: boolean }>(
    'select datname, datname = current_database() as here from pg_database order by datname',
  )
  for (const { datname, here } of rows) {
    const database = client.escapeIdentifier(datname)
    await client.query(`revoke all on database ${database} from public, ${sampleReaderName}`)
    if (here) await client.query(`grant connect on database ${database} to ${sampleReaderName}`)
  }
}

const rights = `
  alter role ${sampleReaderName} set default_transaction_read_only = on;
  alter role ${sampleReaderName} set temp_file_limit = '2GB';
  revoke all on schema public from public;
  grant usage on schema public to ${sampleReaderName};
  grant select on all tables in schema public to ${sampleReaderName};
  alter default privileges in schema public grant select on tables to ${sampleReaderName};
  ${writers.map((writer) => `revoke execute on function ${writer} from public;`).join('\n  ')}
`
