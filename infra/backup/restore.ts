import type pg from 'pg'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { Bound } from '../../shared/ports/evidence.ts'
import { isBefore } from '../audit/export.ts'
import type { CopyTarget } from '../event-copy/copy-target.ts'
import { LogCopy } from '../event-copy/log-copy.ts'
import { moveToEventStoreDb } from '../event-copy/move-home.ts'
import type { Seam } from '../event-store/continued-log.ts'
import type { LogStore } from '../event-store/log-home.ts'
import { storedKeyId } from '../security/key-check.ts'
import { StartupProblem } from '../startup-problem.ts'
import { eventOf, type Inspected } from './inspect.ts'
import { linesOf } from './lines.ts'
import type { BackupManifest } from './manifest.ts'
import { isUnfinished, markRestore } from './restore-mark.ts'
import { restoreSide } from './restore-side.ts'

type Place = {
  readonly owner: pg.Pool
  readonly store: LogStore
  readonly target: CopyTarget
  readonly signal: AbortSignal
}

type Backup = Inspected & {
  readonly path: string
  /** Where the log shall end, not included; all of it when absent. */
  readonly to?: Bound | undefined
}

type OnProgress = (position: bigint, events: number) => void

/** @throws {StartupProblem} for a backup of a newer release, whose tables this one does not know. */
const assertKnown = async (owner: pg.Pool, { migrations, release }: BackupManifest) => {
  const { rows } = await owner.query<{ name: string }>('select name from side.migrations')
  const known = new Set(rows.map(({ name }) => name))
  if (migrations.every((name) => known.has(name))) return
  throw new StartupProblem(
    `The backup was made by a newer release (${release}): restore it with that.`,
  )
}

/** @throws {StartupProblem} where the database belongs to a service with another master key. */
const assertSameKey = async (owner: pg.Pool, { key_id }: BackupManifest): Promise<void> => {
  const stored = await storedKeyId(owner)
  if (stored === null || stored === key_id) return
  throw new StartupProblem(
    `This database was prepared with master key ${stored}, and the backup is of ${key_id}: ` +
      'nothing encrypted could be read.',
  )
}

const used = `
select exists (select from es.events) or exists (select from side.credentials)
    or exists (select from side.vault) or exists (select from side.person_keys) as used`

/** @throws {StartupProblem} where there is something that a restore would mix with. */
const assertEmpty = async ({ owner, target, signal }: Place): Promise<void> => {
  // All there is was put there by a restore, since nothing else begins on it.
  if (await isUnfinished(owner)) return
  const { rows } = await owner.query<{ used: boolean }>(used)
  let isUsed = rows[0]?.used === true
  for await (const _ of target.readAll({ after: 0n, signal })) {
    isUsed = true
    break
  }
  if (isUsed)
    throw new StartupProblem(
      'There is data here already. Restore into a new data directory or an empty database.',
    )
}

/** The log of a backup, after a position and up to where it shall end. */
async function* eventsOf({ path, to }: Backup, after = 0n): AsyncGenerator<RecordedEvent, void> {
  for await (const { name, json } of linesOf(path)) {
    if (name === 'backup') continue
    if (name !== 'event') return
    const event = eventOf(json)
    if (to && !isBefore(event, to)) return
    if (event.position > after) yield event
  }
}

/** Answers where the last event stands in the backup, and in the store it is in now. */
const restoreLog = async (
  { target, signal }: Place,
  backup: Backup,
  onProgress: OnProgress,
): Promise<Seam> => {
  const source = {
    readAll: ({ after = 0n } = {}) => eventsOf(backup, after),
  }
  const copy = new LogCopy({ source, target, signal, onProgress })
  await copy.resume()
  await copy.advance()
  await copy.confirm()
  return { original: copy.ends.source, native: copy.ends.target }
}

/**
 * Fills an empty, migrated database, and the store of the log, with what a sound backup holds. From
 * its first row on the database is marked, until it is settled; killed before, it is gone on with.
 * To be done by one at a time: two that go on with the same would both be let in.
 * @throws {StartupProblem} where they are not empty, or the backup is of a newer release.
 */
export const restoreInto = async (
  place: Place,
  backup: Backup,
  onProgress: OnProgress,
): Promise<void> => {
  await assertKnown(place.owner, backup.manifest)
  await assertSameKey(place.owner, backup.manifest)
  await assertEmpty(place)
  await markRestore(place.owner)
  const seam = await restoreLog(place, backup, onProgress)
  place.signal.throwIfAborted()
  await restoreSide(place.owner, backup.path, backup.manifest)
  if (place.store === 'eventstoredb') await moveToEventStoreDb(place.owner, seam)
}
