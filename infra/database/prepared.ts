import { escapeLiteral, type Pool } from 'pg'
import { migrations } from '../migrations/index.ts'

const last = Object.keys(migrations).sort().at(-1) ?? ''

/** Says, for everybody who may connect, up to which migration schemas and rights are in place. */
export const preparedScript = `comment on schema side is ${escapeLiteral(`prepared up to ${last}`)};`

const preparedUpTo = async (pool: Pool): Promise<string | undefined> => {
  const { rows } = await pool.query<{ said: string | null }>(
    `select obj_description(to_regnamespace('side'), 'pg_namespace') as said`,
  )
  return /^prepared up to (\S+)$/.exec(rows[0]?.said ?? '')?.[1]
}

/**
 * What keeps a process from beginning, as a sentence; undefined when schemas and rights are at least
 * as far as this release needs them.
 */
export const unpreparedBecause = async (pool: Pool): Promise<string | undefined> => {
  const upTo = await preparedUpTo(pool)
  if (upTo === undefined) return 'The database has not been prepared: run database prepare.'
  return upTo >= last
    ? undefined
    : `The database is prepared up to ${upTo}, and this release needs ${last}: run database prepare.`
}

/** What an older process should know of a newer schema, as a sentence. It can work all the same. */
export const newerThanUs = async (pool: Pool): Promise<string | undefined> => {
  const upTo = await preparedUpTo(pool)
  return upTo !== undefined && upTo > last
    ? `A newer release has prepared the database, up to ${upTo}; this one is older and knows ${last}.`
    : undefined
}
