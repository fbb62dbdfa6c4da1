import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { weakness } from '../shared/kernel/weak-secret.ts'
import { createPrivateFile } from './private-file.ts'
import { readSecretFile } from './secrets.ts'
import { StartupProblem } from './startup-problem.ts'

/** One key for each use, 32 bytes each, all derived from the master key. */
export type Keys = {
  /** HMAC-SHA-256 of session tokens. */
  session: Buffer
  /** HMAC-SHA-256 of e-mail addresses and other names that streams reserve. */
  email: Buffer
  /** AES-256-GCM of connection secrets. */
  vault: Buffer
  /** AES-256-GCM of the keys under which personal data is encrypted. */
  person: Buffer
  /** HMAC-SHA-256 of whom limits count. */
  limits: Buffer
  /** Seed of the Ed25519 key that signs evidence. */
  evidence: Buffer
  /** Tells one master key from another and gives nothing away; kept beside the data. */
  keyId: string
}

type Options = {
  /** Where the generated master key lives, e.g. `<data>/keys`. */
  directory: string
  /** From the environment, instead of a generated one: 64 hex digits or base64 of 32 bytes. */
  masterKey?: string | undefined
  /** The `keyId` stored beside the data; null only while there is no data. */
  storedKeyId: string | null
  warn(message: string): void
}

/**
 * Opens the service's keys, generating the master key when there is neither a key nor data.
 * @throws {StartupProblem} when the key is missing, weak, or not the one the data was written with.
 */
export function openKeys({ directory, masterKey, storedKeyId, warn }: Options): Keys {
  const path = join(directory, 'master.key')
  const source = masterKey === undefined ? path : 'MASTER_KEY'
  const text = masterKey ?? readKeyFile(path, storedKeyId, warn)
  const keys = deriveKeys(masterKeyFrom(text, source))
  if (storedKeyId !== null && storedKeyId !== keys.keyId) {
    throw new StartupProblem(
      `${source} is not the key the data was written with (${keys.keyId} instead of ` +
        `${storedKeyId}): sessions, saved passwords and personal data cannot be read with it. ` +
        'Restore the earlier key.',
    )
  }
  return keys
}

/** Why a text is no master key, as the end of a sentence; null when it is one. */
export function masterKeyProblem(text: string): string | null {
  if (decode(text)?.length !== 32) return 'is not 32 bytes in hex or base64'
  return weakness(text)
}

/** One HKDF-SHA-256 expansion per use, so that no use can give away another's key. */
export function deriveKeys(master: Buffer): Keys {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', master, '', `analytics-service/v1/${use}`, 32))
  return {
    session: derive('session'),
    email: derive('email'),
    vault: derive('vault'),
    person: derive('person'),
    limits: derive('limits'),
    evidence: derive('evidence'),
    keyId: createHmac('sha256', derive('key-id')).update('key-id').digest('hex').slice(0, 16),
  }
}

/** @throws {StartupProblem} for what is no key, or a weak one. */
export function masterKeyFrom(text: string, source: string): Buffer {
  const key = decode(text)
  const problem = masterKeyProblem(text)
  if (key && !problem) return key
  throw new StartupProblem(`${source} ${problem}. Make one with: openssl rand -hex 32`)
}

function decode(text: string): Buffer | null {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64') : null
}

function readKeyFile(path: string, storedKeyId: string | null, warn: Options['warn']): string {
  const directory = join(path, '..')
  if (!existsSync(path)) {
    if (storedKeyId !== null) throw missing(path, storedKeyId)
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    // Two first starts may race: whoever is second reads what the first one wrote.
    createPrivateFile(path, `${randomBytes(32).toString('hex')}\n`)
  }
  tighten(directory, 0o700, warn)
  tighten(path, 0o600, warn)
  return readSecretFile(path)
}

function tighten(path: string, mode: number, warn: Options['warn']): void {
  if ((statSync(path).mode & 0o077) === 0) return
  chmodSync(path, mode)
  warn(`${path} was open to other users of this machine; it is closed to them now.`)
}

const missing = (path: string, keyId: string) =>
  new StartupProblem(
    `${path} is missing, but there is data written with that key (${keyId}). Restore the file from ` +
      'a backup, or set MASTER_KEY. A new key could read none of the sessions, saved passwords ' +
      'and personal data.',
  )
