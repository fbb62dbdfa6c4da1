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
  /** What the password of the sample's reader is, in hex. */
  sample: Buffer
  /** Tells one master key from another and gives nothing away; kept beside the data. */
  keyId: string
  /** While the master key is exchanged: those of the other one, under which secrets may be sealed. */
  other?: Keys
}

type Options = {
  /** Where the generated master key lives, e.g. `<data>/keys`. */
  directory: string
  /** From the environment, instead of a generated one: 64 hex digits or base64 of 32 bytes. */
  masterKey?: string | undefined
  /** The one that takes its place, while it does; beside a generated one it lies in `directory`. */
  newMasterKey?: string | undefined
  /** The `keyId` stored beside the data; null only while there is no data. */
  storedKeyId: string | null
  warn(message: string): void
}

/**
 * Opens the service's keys, generating the master key when there is neither a key nor data.
 * @throws {StartupProblem} when the key is missing, weak, or not the one the data was written with.
 */
export function openKeys(options: Options): Keys {
  const { storedKeyId } = options
  const given = masterKeys(options)
  const keys = given.find(({ keyId }) => keyId === storedKeyId) ?? given[0]
  if (storedKeyId !== null && storedKeyId !== keys.keyId) throw notOf(options, keys, storedKeyId)
  const other = given.find((one) => one !== keys)
  return { ...keys, ...(other && { other }) }
}

/** Where a generated master key lies, and the one that takes its place while it does. */
export const keyFiles = (directory: string) => ({
  present: join(directory, 'master.key'),
  next: join(directory, 'master.key.next'),
})

/** Where a generated master key is put aside when another takes its place. */
export const retiredKeyFile = (directory: string, keyId: string): string =>
  join(directory, `retired-${keyId}.key`)

const sourceOf = ({ directory, masterKey }: Options): string =>
  masterKey === undefined ? keyFiles(directory).present : 'MASTER_KEY'

/** The keys of the master key and, while it is exchanged, those of the next one. */
const masterKeys = (options: Options): [Keys, ...Keys[]] => {
  const { directory, masterKey, storedKeyId, warn } = options
  const files = keyFiles(directory)
  const nextFile = existsSync(files.next) ? readSecretFile(files.next) : undefined
  const present = masterKey ?? readKeyFile(files.present, storedKeyId, warn)
  const next = masterKey === undefined ? nextFile : options.newMasterKey
  const first = deriveKeys(masterKeyFrom(present, sourceOf(options)))
  if (next === undefined) return [first]
  const second = deriveKeys(masterKeyFrom(next, 'MASTER_KEY_NEW'))
  return second.keyId === first.keyId ? [first] : [first, second]
}

const notOf = (options: Options, { keyId }: Keys, storedKeyId: string) =>
  new StartupProblem(
    `${sourceOf(options)} is not the key the data was written with (${keyId} instead of ` +
      `${storedKeyId}): sessions, saved passwords and personal data cannot be read with it. ` +
      'Restore the earlier key.',
  )

/** Why a text is no master key, as the end of a sentence; null when it is one. */
export function masterKeyProblem(text: string): string | null {
  if (decode(text)?.length !== 32) return 'is not 32 bytes in hex or base64'
  return weakness(text)
}

/** One HKDF-SHA-256 expansion per use, so that no use can give away another's key. */
export function deriveKeys(master: Buffer): Keys {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', master, '', `analytics-service/v1/${use}`, 32))
  const vault = derive('vault')
  return {
    session: derive('session'),
    email: derive('email'),
    vault,
    person: derive('person'),
    limits: derive('limits'),
    evidence: derive('evidence'),
    sample: createHmac('sha256', vault).update('role sample_reader').digest(),
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
    `${path} is missing, but there is data written with that key (${keyId}). Put it there from where ` +
      'keys are kept, or set MASTER_KEY. It is in no backup of the service, and a new key could ' +
      'read none of the sessions, saved passwords and personal data.',
  )
