import type { Pool } from 'pg'
import type { Passwords } from '../../shared/ports/passwords.ts'
import { type PasswordHasher, passwordHasher } from './password-hasher.ts'

type Options = { readonly pool: Pool; readonly hasher?: PasswordHasher }

/** No user has this id: looking it up takes as long and finds nothing. */
const nobodyId = 0

export const postgresPasswords = ({ pool, hasher = passwordHasher() }: Options): Passwords => {
  const read = async (userId: number): Promise<string | undefined> => {
    const { rows } = await pool.query<{ hash: string }>({
      name: 'credentials.read',
      text: 'select hash from side.credentials where user_id = $1',
      values: [userId],
    })
    return rows[0]?.hash
  }

  /** Only over the hash that was checked: a password changed meanwhile stays changed. */
  const replace = (userId: number, from: string, to: string) =>
    pool.query(
      `update side.credentials set hash = $3, updated_at = now()
        where user_id = $1 and hash = $2`,
      [userId, from, to],
    )

  return {
    async set(userId, password) {
      await pool.query(
        `insert into side.credentials (user_id, hash) values ($1, $2)
         on conflict (user_id) do update set hash = excluded.hash, updated_at = now()`,
        [userId, await hasher.hash(password)],
      )
    },

    async match(userId = nobodyId, password) {
      const hash = await read(userId)
      const { matches, stronger } = await hasher.verify(hash, password)
      if (hash !== undefined && stronger !== undefined) await replace(userId, hash, stronger)
      return matches
    },
  }
}
