import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import type { Keys } from '../keys.ts'

/** Passwords of our own roles follow from the master key, so there is nothing more to keep safe. */
export const rolePassword = ({ vault }: Pick<Keys, 'vault'>, login: string): string =>
  createHmac('sha256', vault).update(`role ${login}`).digest('hex')

/** The sample's reader has the same one for ever: the connection that is saved of it has it, too. */
export const samplePassword = ({ sample }: Pick<Keys, 'sample'>): string => sample.toString('hex')

/** Rounds keep people's passwords from being guessed; ours are 256 random bits. */
const rounds = 1

/**
 * What Postgres keeps of a password of visible ASCII, by RFC 5803: said in its place, the password
 * itself stands in no statement that a server may log.
 */
export const verifierOf = (password: string): string => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, rounds, 32, 'sha256')
  const keyed = (words: string) => createHmac('sha256', salted).update(words).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  const server = keyed('Server Key').toString('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${server}`
}
