import type pg from 'pg'
import { rolePassword } from '../../database/passwords.ts'
import type { Keys } from '../../keys.ts'
import { codeOf } from '../../postgres/trouble.ts'
import { withClient } from './with-client.ts'

/** SQLSTATE of a wrong password. */
const wrongPassword = '28P01'

/** Anything else that is wrong shows when the connection is made in earnest. */
const isWrong = (login: pg.ClientConfig): Promise<boolean> =>
  withClient(login, async () => false).catch((error) => codeOf(error) === wrongPassword)

/**
 * A login of ours with the password that follows from the master key. While that is exchanged, each
 * new connection finds out which of the two opens the door: it is another one from some moment on.
 */
export const withOwnPassword = (
  login: pg.ClientConfig & { readonly user: string },
  keys: Keys,
): pg.ClientConfig => {
  const first = rolePassword(keys, login.user)
  if (!keys.other) return { ...login, password: first }
  const second = rolePassword(keys.other, login.user)
  return {
    ...login,
    password: async () => ((await isWrong({ ...login, password: first })) ? second : first),
  }
}
