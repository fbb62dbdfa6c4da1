import type pg from 'pg'
import type { Config } from '../config.ts'
import { clientConfigOf } from '../database/address.ts'
import { installationIn } from '../database/installation.ts'
import { readSessionName, type SessionName } from '../database/session-name.ts'

/** Who is connected to the service's database beside us. */
export type Served = {
  readonly processes: readonly (SessionName & { readonly address: string | undefined })[]
  /** Of whom nothing is known but their login, e.g. `2 sessions of analytics_app`. */
  readonly unnamed: readonly string[]
}

/** Whom processes log in as: the user the address names, or each its own role. */
const loginsOf = ({ database }: Pick<Config, 'database'>): readonly string[] => {
  const address = database && clientConfigOf(database.url)
  if (address?.user !== undefined) return [address.user]
  return Object.values(installationIn(address?.database ?? '').logins)
}

/** A process has sessions of several logins; the last of its addresses may stand for it. */
const sessionsOf = `
select application_name as name, max(host(client_addr)) as address,
       min(usename) as who, count(*)::integer as sessions from pg_stat_activity
 where datname = current_database() and usename = any($1) and pid <> pg_backend_pid()
 group by application_name, case when application_name not like 'analytics %' then usename end
 order by 1, 3`

type Row = { name: string; address: string | null; who: string; sessions: number }

export const servedBy = async (
  config: Pick<Config, 'database'>,
  owner: pg.Pool,
): Promise<Served> => {
  const { rows } = await owner.query<Row>(sessionsOf, [loginsOf(config)])
  const found = rows.map((row) => ({ row, process: readSessionName(row.name) }))
  return {
    processes: found.flatMap(({ row, process }) =>
      process ? [{ ...process, address: row.address ?? undefined }] : [],
    ),
    unnamed: found.flatMap(({ row: { who, sessions }, process }) =>
      process ? [] : [`${sessions} ${sessions === 1 ? 'session' : 'sessions'} of ${who}`],
    ),
  }
}
