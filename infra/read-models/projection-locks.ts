import type pg from 'pg'

/** First half of the two-part advisory lock; the second says whose builds. */
const lockSpace = 730_580_887

const take = async (client: pg.ClientBase, name: string, wait: boolean): Promise<boolean> => {
  const call = wait ? 'pg_advisory_lock' : 'pg_try_advisory_lock'
  const { rows } = await client.query(`select ${call}($1, hashtext($2)) as taken`, [
    lockSpace,
    name,
  ])
  return wait || rows[0]?.taken === true
}

/**
 * Runs work while nobody else, in whatever process, works on the builds of these projections.
 * Answers the name somebody else works on, unless it is told to wait for their end.
 */
export const withProjectionLocks = async <T>(
  pool: pg.Pool,
  names: readonly string[],
  work: () => Promise<T>,
  { wait = false } = {},
): Promise<{ done: T } | { busy: string }> => {
  const client = await pool.connect()
  const taken: string[] = []
  let broken: Error | undefined
  try {
    for (const name of [...names].sort()) {
      if (!(await take(client, name, wait))) return { busy: name }
      taken.push(name)
    }
    return { done: await work() }
  } finally {
    for (const name of taken)
      await client
        .query('select pg_advisory_unlock($1, hashtext($2))', [lockSpace, name])
        .catch((error: Error) => {
          broken = error
        })
    client.release(broken)
  }
}
