import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  type ResolvedEvent,
  START,
  type StreamingRead,
} from '@eventstore/db-client'
import { isSystemEvent, type StoredEvent } from './codec.ts'
import type { Connection } from './connection.ts'
import { isInvalidPosition } from './errors.ts'
import { readPage } from './page.ts'
import type { Patience } from './patience.ts'

/** Events of the log, our own, and where the next page begins; undefined after the last. */
export type LogPage = {
  readonly events: readonly StoredEvent[]
  readonly next: bigint | undefined
}

/** Events looked at, from the end of the log, for one of our own: few at first, then more. */
const looks = [16, 256, 4_096]

const commitOf = ({ position }: StoredEvent): bigint => position?.commit ?? 0n

const asPosition = (commit: bigint) => ({ commit, prepare: commit })

/** Whoever decides by what is there must not look at a node that lags behind. */
const atLeader = { requiresLeader: true }

/**
 * What the server is asked: one bounded read per question, which may be asked again. Where a request
 * waits for it, it is given `until` when, on the clock of `performance.now()`.
 */
export const storeReader = ({ call }: Connection, patient: Patience) => {
  const pageOf = (
    open: (client: EventStoreDBClient) => StreamingRead<ResolvedEvent>,
    until: number | undefined,
  ) =>
    until === undefined
      ? call(patient, (client, milliseconds) => readPage(open(client), milliseconds, 'each'))
      : call({ each: Number.POSITIVE_INFINITY, until }, (client, milliseconds) =>
          readPage(open(client), milliseconds, 'all'),
        )

  /** From a position on, itself included; from the beginning where there is no event at it. */
  const forwards = async (from: bigint | undefined, maxCount: number) => {
    const read = (fromPosition: typeof START | ReturnType<typeof asPosition>) =>
      pageOf((client) => client.readAll({ ...atLeader, fromPosition, maxCount }), undefined)
    if (from === undefined) return read(START)
    return read(asPosition(from)).catch((error) => {
      if (isInvalidPosition(error)) return read(START)
      throw error
    })
  }

  return {
    /** At most `limit` events of a stream, from a revision on. */
    streamPage: (
      stream: string,
      from: number,
      limit: number,
      until: number,
    ): Promise<readonly StoredEvent[]> =>
      pageOf(
        (client) =>
          client.readStream(stream, { ...atLeader, fromRevision: BigInt(from), maxCount: limit }),
        until,
      ),

    /** From a position on, itself included; `size` counts the server's own events as well. */
    async logPage(from: bigint | undefined, size: number): Promise<LogPage> {
      const found = await forwards(from, size)
      const last = found.at(-1)
      return {
        events: found.filter((it) => !isSystemEvent(it)),
        next: last && found.length === size ? commitOf(last) : undefined,
      }
    },

    /** Position of our newest event; 0n where there is none. */
    async newest(until?: number): Promise<bigint> {
      let fromPosition: typeof END | ReturnType<typeof asPosition> = END
      for (let look = 0; ; look += 1) {
        const maxCount = looks[Math.min(look, looks.length - 1)] ?? 1
        const from = fromPosition
        const found = await pageOf(
          (client) =>
            client.readAll({ ...atLeader, direction: BACKWARDS, fromPosition: from, maxCount }),
          until,
        )
        const newest = found.find((it) => !isSystemEvent(it))
        if (newest) return commitOf(newest)
        const oldest = found.at(-1)
        if (!oldest || found.length < maxCount) return 0n
        fromPosition = asPosition(commitOf(oldest))
      }
    },
  }
}

export type StoreReader = ReturnType<typeof storeReader>
