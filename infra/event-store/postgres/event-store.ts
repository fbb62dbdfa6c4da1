import type { ClientConfig, Pool } from 'pg'
import type { NewEvent, RecordedEvent } from '../../../shared/kernel/event.ts'
import type { Bus } from '../../../shared/ports/bus.ts'
import {
  type AppendResult,
  ConcurrencyConflict,
  type EventStore,
  type ExpectedRevision,
} from '../../../shared/ports/event-store.ts'
import { listen } from '../../postgres/listener.ts'
import { inPages, type Page } from '../pages.ts'
import { tail } from '../tail.ts'
import { type EncodedEvent, validateAppend } from '../validate.ts'
import { wakeUp } from '../wake-up.ts'
import { type Statement, soon, statementRunner, type TextRow } from './query.ts'
import { eventReader } from './reader.ts'
import { channelOf, defaultSchema, schemaName } from './schema.sql.ts'

export type PostgresEventStoreOptions = {
  /** The caller's: it listens to its `error` events and ends it after the store is closed. */
  readonly pool: Pool
  /** For one connection of the store's own that only listens. */
  readonly listen: ClientConfig
  readonly schema?: string
  /** Milliseconds for an append, a page of a stream or the head: requests wait for those. */
  readonly answerTimeout?: number
  /** By which processes tell each other of what they append, beside what the database says of it. */
  readonly hints?: Pick<Bus, 'publish' | 'subscribe'>
  /** Told of troubles the store gets over by itself: a lost listener, a log that is away. */
  readonly onProblem?: (error: unknown) => void
}

const pageSize = 1_000
const defaultBatch = 500
const endOfLog = 2n ** 63n - 1n

const appendStatement = (schema: string): Statement => ({
  name: `${schema}.append`,
  text: `select status, stream_revision, last_position from ${schema}.append($1, $2, $3)`,
})

/** One JSON array out of events that are JSON in part already. */
const eventsParameter = (events: readonly EncodedEvent[]): string => {
  const items = events.map(
    ({ id, type, schemaVersion, data, metadata }) =>
      `{"id":"${id}","type":${JSON.stringify(type)},"schemaVersion":${schemaVersion},` +
      `"data":${data},"metadata":${metadata}}`,
  )
  return `[${items.join(',')}]`
}

/** @throws {ConcurrencyConflict} when the row says so. */
const appendResult = (
  stream: string,
  expected: ExpectedRevision,
  row: TextRow | undefined,
): AppendResult => {
  const [status, revision, position] = row ?? []
  if (status === 'ok' || status === 'duplicate')
    return { status, revision: Number(revision), position: BigInt(position ?? 0) }
  throw new ConcurrencyConflict(
    stream,
    expected,
    revision === '-1' ? 'no_stream' : Number(revision),
  )
}

/** Pages go on after their last event; a short one is the last. */
const pageOf = (events: readonly RecordedEvent[]): Page<RecordedEvent> => ({
  events,
  next: events.length < pageSize ? undefined : events.at(-1),
})

/**
 * The log in a Postgres schema made by `eventStoreSchema`. Appends and reads refuse `unavailable`
 * when the database is away or busy beyond a few seconds; an append may then be repeated as it is.
 */
export const postgresEventStore = (options: PostgresEventStoreOptions): EventStore => {
  const { pool, hints, onProblem = () => undefined } = options
  const schema = schemaName(options.schema ?? defaultSchema)
  const runSoon = statementRunner(pool, options.answerTimeout ?? soon)
  const reader = eventReader(statementRunner(pool), runSoon, schema)
  const insert = appendStatement(schema)
  const news = wakeUp()
  const closed = new AbortController()
  let listening: Promise<void> | undefined

  const startListening = (): void => {
    const listener = {
      connection: options.listen,
      name: 'event-store-listener',
      channels: [channelOf(schema)],
      onHint: news.notify,
      onProblem,
    }
    if (listening) return
    listening = listen(listener, closed.signal).ended
    const end = hints?.subscribe('log.appended', news.notify)
    if (end) closed.signal.addEventListener('abort', end, { once: true })
  }

  return {
    async append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]) {
      const encoded = validateAppend(stream, expected, events)
      const revision = expected === 'no_stream' ? -1 : expected
      const [row] = await runSoon(insert, [stream, revision, eventsParameter(encoded)])
      const result = appendResult(stream, expected, row)
      news.notify() // Readers of this process need not wait for the database's word.
      hints?.publish('log.appended', { position: result.position.toString() })
      return result
    },

    readStream: (stream, { from = 0 } = {}) =>
      inPages<RecordedEvent>(async (last) =>
        pageOf(await reader.streamPage(stream, last ? last.revision + 1 : from, pageSize)),
      ),

    readAll({ after = 0n, upTo, types, signal } = {}) {
      let end = upTo
      const fetch = async (last: RecordedEvent | undefined) => {
        end ??= await reader.head()
        const from = last?.position ?? after
        return pageOf(
          types
            ? await reader.typesPage(types, from, end, pageSize)
            : await reader.logPage(from, end, pageSize),
        )
      }
      return inPages(fetch, signal)
    },

    async *subscribe({ after = 0n, batch = defaultBatch, signal }) {
      startListening()
      yield* tail({
        after,
        batch,
        signal: AbortSignal.any([signal, closed.signal]),
        news,
        read: (position, limit) => reader.logPage(position, endOfLog, limit),
        onProblem,
      })
    },

    head: () => reader.head(),

    async close() {
      closed.abort()
      await listening
    },
  }
}
