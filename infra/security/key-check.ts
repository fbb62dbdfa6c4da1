import { escapeLiteral, type Pool } from 'pg'
import { StartupProblem } from '../startup-problem.ts'

/** The id of the master key the data was written with; null while there is no data. */
export const storedKeyId = async (pool: Pool): Promise<string | null> => {
  const { rows } = await pool.query<{ key_id: string }>('select key_id from side.key_check')
  return rows[0]?.key_id ?? null
}

/** Ties the data to a key unless it is tied to one. @param keyId sixteen hexadecimal digits */
export const bindScript = (keyId: string): string =>
  `insert into side.key_check (key_id) values (${escapeLiteral(keyId)}) on conflict do nothing;`

/**
 * Ties the data to the master key, at the first start for good.
 * @throws {StartupProblem} when it is tied to another one.
 */
export const bindToKey = async (pool: Pool, keyId: string): Promise<void> => {
  await pool.query(bindScript(keyId))
  const stored = await storedKeyId(pool)
  if (stored !== keyId)
    throw new StartupProblem(
      `The data was written with master key ${stored}, and this is ${keyId}: nothing encrypted ` +
        'could be read with it. Restore the earlier key.',
    )
}
