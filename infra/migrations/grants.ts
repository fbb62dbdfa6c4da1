import { escapeIdentifier, type Pool } from 'pg'
import { idKinds } from '../../shared/ports/id-sequences.ts'
import { eventStoreGrants } from '../event-store/postgres/schema.sql.ts'

/** The tables that are truth beside the log: backed up with it, never rebuilt from it. */
export const sideTables = [
  'sessions',
  'credentials',
  'vault',
  'person_keys',
  'setup_token',
  'key_check',
  'idempotency',
  'drawn_ids',
  'field_values',
  'subscription_jobs',
  'recent_views',
  'reset_tokens',
  'account_mails',
] as const

const script = (role: string, database: string): string => {
  const grantee = escapeIdentifier(role)
  const tables = sideTables.map((table) => `side.${table}`).join(', ')
  const sequences = idKinds.map((kind) => `side.${kind}_ids`).join(', ')
  return `
select pg_advisory_xact_lock(hashtextextended('side.grants', 0));
${eventStoreGrants(role)}
grant usage on schema side to ${grantee};
grant select, insert, update, delete on ${tables} to ${grantee};
grant select, insert on side.log_home, side.query_executions to ${grantee};
grant update (reading, table_ids, unknown_tables, status, rows, running_time, error_type)
  on side.query_executions to ${grantee};
grant execute on function side.arrange_query_executions to ${grantee};
grant usage on sequence ${sequences} to ${grantee};
grant connect, create on database ${escapeIdentifier(database)} to ${grantee};
`
}

/**
 * Gives an existing role what the service needs to run and no more: to read the log and to call
 * `append`, to read and write rows of the side tables, to add to the record of executions but not to
 * take from it, and to create schemas, because read models
 * are built in schemas of the role's own, beside each other. Run it after `migrate`, as the same
 * owner; running it again changes nothing.
 */
export const grantAccess = async (pool: Pool, role: string): Promise<void> => {
  const { rows } = await pool.query<{ database: string }>('select current_database() as database')
  await pool.query(script(role, rows[0]?.database ?? ''))
}
