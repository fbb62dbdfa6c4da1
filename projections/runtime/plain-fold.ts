import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import type { ProjectionFailure } from '../../shared/ports/projection-store.ts'
import type { View } from '../../shared/views/view.ts'
import { factOf, peopleIn } from './apply.ts'
import { type MemoryTables, writeInto } from './memory-tables.ts'
import type { AnyProjection } from './projection.ts'

export type PlainFoldOptions = {
  readonly eventStore: Pick<EventStore, 'readAll'>
  readonly personalData: Pick<PersonalData, 'unlock'>
  readonly projection: AnyProjection
  /** Inclusive. */
  readonly upTo: bigint
  /** Streams the build left behind, each from an event on. */
  readonly failures: readonly ProjectionFailure[]
  /** Which rows to follow: all others are forgotten at once. */
  readonly kept: (view: View, row: Record<string, unknown>) => boolean
  readonly onBatch?: (position: bigint, events: number) => void
}

const batchSize = 1_000

/**
 * The rows some keys ought to have, by the simplest reading of the log there is: one event after
 * the other, each write done at once, in memory. It shares the handlers with what fills a build and
 * nothing else – no batches, no collapsing of changes, no SQL – so it can bear witness.
 */
export const foldPlainly = async (options: PlainFoldOptions): Promise<MemoryTables> => {
  const { projection, failures, kept, upTo, eventStore, personalData, onBatch } = options
  const leftBehindAt = new Map(failures.map(({ stream, position }) => [stream, position]))
  const tables: MemoryTables = new Map()
  const write = writeInto(tables, kept)
  const types = Object.keys(projection.on)

  const foldAll = async (events: readonly RecordedEvent[]) => {
    const reveal = await personalData.unlock(peopleIn(events))
    for (const recorded of events) {
      if (recorded.position >= (leftBehindAt.get(recorded.stream) ?? upTo + 1n)) continue
      const { type, fact } = factOf(recorded, reveal)
      projection.on[type]?.(write, fact)
    }
    const last = events.at(-1)
    if (last) onBatch?.(last.position, events.length)
  }

  let batch: RecordedEvent[] = []
  for await (const event of eventStore.readAll({ upTo, types })) {
    batch.push(event)
    if (batch.length === batchSize) {
      await foldAll(batch)
      batch = []
    }
  }
  await foldAll(batch)
  return tables
}
