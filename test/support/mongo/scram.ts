import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'
import { CommandError } from './command-error.ts'

/** What a server keeps of a password (RFC 5802, with SHA-256). */
export type Verifier = {
  readonly salt: string
  readonly storedKey: Buffer
  readonly serverKey: Buffer
}

const iterations = 4_096

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const xor = (one: Buffer, other: Buffer): Buffer =>
  Buffer.from(one.map((byte, index) => byte ^ (other[index] ?? 0)))

export const verifierOf = (password: string): Verifier => {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  return {
    salt: salt.toString('base64'),
    storedKey: hash(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  }
}

const attribute = (message: string, name: string): string =>
  new RegExp(`(?:^|,)${name}=([^,]*)`).exec(message)?.[1] ?? ''

const failed = () => new CommandError(18, 'AuthenticationFailed', 'Authentication failed.')

/** The server's side of one log-in: two messages in, two out. */
export const conversation = (verifierFor: (user: string) => Verifier | undefined) => {
  let authMessage = ''
  let user = ''
  let verifier: Verifier | undefined

  return {
    start(payload: string): string {
      const bare = payload.replace(/^n,[^,]*,/, '')
      user = attribute(bare, 'n').replaceAll('=2C', ',').replaceAll('=3D', '=')
      verifier = verifierFor(user)
      if (!verifier) throw failed()
      const nonce = attribute(bare, 'r') + randomBytes(18).toString('base64')
      const first = `r=${nonce},s=${verifier.salt},i=${iterations}`
      authMessage = `${bare},${first}`
      return first
    },
    /** @throws {CommandError} for another password. */
    finish(payload: string): { readonly user: string; readonly payload: string } {
      if (!verifier) throw failed()
      const [withoutProof = '', proof = ''] = payload.split(/,p=/)
      const whole = `${authMessage},${withoutProof}`
      const clientKey = xor(Buffer.from(proof, 'base64'), hmac(verifier.storedKey, whole))
      if (!timingSafeEqual(hash(clientKey), verifier.storedKey)) throw failed()
      return { user, payload: `v=${hmac(verifier.serverKey, whole).toString('base64')}` }
    },
  }
}

export type Conversation = ReturnType<typeof conversation>
