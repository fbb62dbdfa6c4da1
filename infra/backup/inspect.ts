import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { LogSum } from '../event-copy/log-sum.ts'
import { StartupProblem } from '../startup-problem.ts'
import { linesOf } from './lines.ts'
import { type BackupEnd, type BackupManifest, backupEnd, backupManifest } from './manifest.ts'
import { SecretsInLog } from './secrets-in-log.ts'

/** What a sound backup holds. */
export type Inspected = {
  readonly manifest: BackupManifest
  readonly end: BackupEnd
  /** What the log refers to and the side tables do not have, as ends of sentences. */
  readonly missing: readonly string[]
}

export const eventOf = (json: string): RecordedEvent => {
  const event = JSON.parse(json)
  return { ...event, position: BigInt(event.position) }
}

const manifestOf = (json: string, path: string): BackupManifest => {
  const { data, error } = backupManifest.safeParse(JSON.parse(json))
  if (data) return data
  throw new StartupProblem(`${path} is no backup of this service: ${error.issues[0]?.message}.`)
}

const differs = (path: string, what: string) =>
  new StartupProblem(`${path} is not what was written: ${what}. Do not restore it.`)

/** What the log refers to and nothing was found for. */
export const missingIn = (
  wanted: SecretsInLog,
  has: { secret(reference: string): boolean; key(userId: number): boolean },
): readonly string[] => [
  ...[...wanted.references]
    .filter(([reference]) => !has.secret(reference))
    .map(([reference, by]) => `the secret ${reference} of ${by}`),
  ...[...wanted.people].filter((id) => !has.key(id)).map((id) => `the key of user ${id}`),
]

/**
 * Reads a backup from its first byte to its last.
 * @throws {StartupProblem} unless it is whole and as it was written.
 */
export const inspectBackup = async (
  path: string,
  onProgress: (events: number) => void = () => undefined,
): Promise<Inspected> => {
  const sum = new LogSum()
  const wanted = new SecretsInLog()
  const secrets = new Set<string>()
  const people = new Set<number>()
  let manifest: BackupManifest | undefined
  for await (const { name, json, before } of linesOf(path)) {
    if (!manifest) {
      if (name !== 'backup') throw new StartupProblem(`${path} is no backup of this service.`)
      manifest = manifestOf(json, path)
      continue
    }
    if (name === 'end') {
      const end = backupEnd.parse(JSON.parse(json))
      const { events, streams, digest } = sum
      if (before() !== end.sha256) throw differs(path, 'its bytes differ')
      if (events !== end.events || streams !== end.streams || digest !== end.digest)
        throw differs(path, 'its log differs')
      const has = {
        secret: (reference: string) => secrets.has(reference),
        key: (id: number) => people.has(id),
      }
      return { manifest, end, missing: missingIn(wanted, has) }
    }
    if (name === 'event') {
      const event = eventOf(json)
      sum.add(event)
      wanted.add(event)
      if (sum.events % 1_000 === 0) onProgress(sum.events)
      continue
    }
    if (name === 'vault') secrets.add(JSON.parse(json).reference)
    if (name === 'person_keys') people.add(JSON.parse(json).user_id)
  }
  throw differs(path, 'its end is missing')
}
