import type pg from 'pg'
import { StartupProblem } from '../startup-problem.ts'

/** What the sessions of a copy are called. */
export const copyName = 'analytics events copy'

const others = `
select usename || coalesce(' (' || nullif(application_name, '') || ')', '') as who, count(*) as sessions
  from pg_stat_activity
 where datname = current_database() and backend_type = 'client backend'
   and pid <> pg_backend_pid() and application_name <> $1
 group by 1 order by 1`

/**
 * Nobody else works on the database: no process of a service is left that could write elsewhere.
 * @throws {StartupProblem} that says who.
 */
export const assertAlone = async (owner: pg.Pool): Promise<void> => {
  const { rows } = await owner.query<{ who: string; sessions: string }>(others, [copyName])
  if (rows.length === 0) return
  const who = rows.map((row) => `${row.sessions} of ${row.who}`).join(', ')
  throw new StartupProblem(
    `Stop every process of the service first; there are sessions in its database: ${who}.`,
  )
}
