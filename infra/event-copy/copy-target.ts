import type pg from 'pg'
import type { NewEvent, RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { copiedMetadata } from '../event-store/copied.ts'
import { importEvents } from '../event-store/postgres/import.ts'
import { runsOfOneStream } from './batches.ts'

/** A log that events are copied into. */
export type CopyTarget = {
  /** What it holds, oldest first; `after` is a position of its own. */
  readAll(options: {
    readonly after: bigint
    readonly signal: AbortSignal
  }): AsyncIterable<RecordedEvent>
  /** Adds neighbours of the source, in its order; to be repeated as it is when it fails. */
  append(events: readonly RecordedEvent[]): Promise<void>
}

const copyOf = (event: RecordedEvent): NewEvent => {
  const { id, type, schemaVersion, data } = event
  return { id, type, schemaVersion, data, metadata: copiedMetadata(event) }
}

/** Through the port alone: one append after the other, for the order of the whole log is to be kept. */
export const copyInto = (store: EventStore): CopyTarget => ({
  readAll: (options) => store.readAll(options),
  async append(events) {
    for (const run of runsOfOneStream(events)) {
      const [{ stream, revision }] = run
      await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, run.map(copyOf))
    }
  },
})

/** Into tables, as their owner: with the positions and times of the source. */
export const copyIntoPostgres = (store: EventStore, owner: pg.Pool): CopyTarget => ({
  readAll: (options) => store.readAll(options),
  append: (events) => importEvents(owner, events),
})
