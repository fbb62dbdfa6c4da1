import type pg from 'pg'
import type { Config } from '../config.ts'
import { clientConfigOf } from '../database/address.ts'
import { installationIn } from '../database/installation.ts'

/** Whom processes log in as: the user the address names, or each its own role. */
const loginsOf = ({ database }: Pick<Config, 'database'>): readonly string[] => {
  const address = database && clientConfigOf(database.url)
  if (address?.user !== undefined) return [address.user]
  return Object.values(installationIn(address?.database ?? '').logins)
}

const sessionsOf = `
select usename as who, count(*)::integer as sessions from pg_stat_activity
 where datname = current_database() and usename = any($1) and pid <> pg_backend_pid()
 group by 1 order by 1`

/** Who is connected beside us, e.g. `2 sessions of analytics_app`; empty where nobody is. */
export const servedBy = async (config: Pick<Config, 'database'>, owner: pg.Pool) => {
  const { rows } = await owner.query<{ who: string; sessions: number }>(sessionsOf, [
    loginsOf(config),
  ])
  return rows
    .map(({ who, sessions }) => `${sessions} ${sessions === 1 ? 'session' : 'sessions'} of ${who}`)
    .join(', ')
}
