import type pg from 'pg'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { Bound } from '../../shared/ports/evidence.ts'
import { isBefore } from '../audit/export.ts'
import { inBatches } from '../event-copy/batches.ts'
import type { CopyTarget } from '../event-copy/copy-target.ts'
import { LogSum } from '../event-copy/log-sum.ts'
import { moveToEventStoreDb } from '../event-copy/move-home.ts'
import { inOriginalPlace, type Seam } from '../event-store/continued-log.ts'
import type { LogStore } from '../event-store/log-home.ts'
import { storedKeyId } from '../security/key-check.ts'
import { StartupProblem } from '../startup-problem.ts'
import { eventOf, type Inspected } from './inspect.ts'
import { linesOf } from './lines.ts'
import type { BackupManifest } from './manifest.ts'
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

async function* eventsOf({ path, to }: Backup): AsyncGenerator<RecordedEvent, void> {
  for await (const { name, json } of linesOf(path)) {
    if (name === 'backup') continue
    if (name !== 'event') return
    const event = eventOf(json)
    if (to && !isBefore(event, to)) return
    yield event
  }
}

/** Answers where the last event stands in the backup, and in the store it is in now. */
const restoreLog = async (
  { target, signal }: Place,
  backup: Backup,
  onProgress: OnProgress,
): Promise<Seam> => {
  let events = 0
  for await (const batch of inBatches(eventsOf(backup))) {
    signal.throwIfAborted()
    await target.append(batch)
    events += batch.length
    onProgress(batch.at(-1)?.position ?? 0n, events)
  }
  const sum = new LogSum()
  const seam = { original: 0n, native: 0n }
  for await (const stored of target.readAll({ after: 0n, signal })) {
    const event = inOriginalPlace(stored)
    sum.add(event)
    seam.original = event.position
    seam.native = stored.position
  }
  if (sum.events !== events || (!backup.to && sum.digest !== backup.end.digest))
    throw new StartupProblem('The store does not hold what was restored: begin with an empty one.')
  return seam
}

/**
 * Fills an empty, migrated database, and the store of the log, with what a sound backup holds.
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
  const seam = await restoreLog(place, backup, onProgress)
  await restoreSide(place.owner, backup.path, backup.manifest)
  if (place.store === 'eventstoredb') await moveToEventStoreDb(place.owner, seam)
}
