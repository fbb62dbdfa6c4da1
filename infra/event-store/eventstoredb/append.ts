import { randomUUID } from 'node:crypto'
import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import {
  type AppendResult,
  ConcurrencyConflict,
  type ExpectedRevision,
} from '../../../shared/ports/event-store.ts'
import type { EncodedEvent } from '../validate.ts'
import { decodeEvent, encodeEvent } from './codec.ts'
import type { Connection } from './connection.ts'
import { isTooLarge } from './errors.ts'
import { within } from './patience.ts'
import type { StoreReader } from './reader.ts'

/** Milliseconds the server has to answer an append; it gives up by itself after 2 s. */
const appendTimeout = 4_000

const tooLarge = () =>
  new Refusal(
    'payload-too-large',
    'This is more than the event store takes at once (MaxAppendSize of EventStoreDB).',
  )

export const storeAppender = (
  { call, credentials }: Connection,
  reader: StoreReader,
  timeout = appendTimeout,
) => {
  const send = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
    appendId: string,
  ): Promise<'accepted' | ConcurrencyConflict> => {
    try {
      await call((client) =>
        within(
          timeout,
          client.appendToStream(stream, events.map(encodeEvent(appendId)), {
            expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
            ...(credentials && { credentials }),
            deadline: timeout,
          }),
        ),
      )
      return 'accepted'
    } catch (error) {
      if (isTooLarge(error)) throw tooLarge()
      if (!(error instanceof WrongExpectedVersionError)) throw error
      const { actualVersion } = error
      const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : 'no_stream'
      return new ConcurrencyConflict(stream, expected, actual)
    }
  }

  /** The last of these events, where all of them are in the slots from `first` on. */
  const findIn = async (stream: string, first: number, events: readonly EncodedEvent[]) => {
    const slots = (await reader.streamPage(stream, first, events.length)).map(decodeEvent)
    return events.every(({ id }, slot) => slots[slot]?.event.id === id) ? slots.at(-1) : undefined
  }

  /**
   * The server answers an append of the same ids to the same slots as it answered the first one:
   * only what is there tells whose it was. It is the same look that finds the position, which the
   * answer may lack, and what a lost answer had said.
   */
  return async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
  ): Promise<AppendResult> => {
    const first = expected === 'no_stream' ? 0 : expected + 1
    const appendId = randomUUID()
    const sent = await send(stream, expected, events, appendId)
    const last =
      sent === 'accepted'
        ? await findIn(stream, first + events.length - 1, events.slice(-1))
        : await findIn(stream, first, events)
    if (!last && sent !== 'accepted') throw sent
    if (!last) throw new Error(`${stream} does not hold what EventStoreDB accepted`)
    const { revision, position } = last.event
    return { status: last.appendId === appendId ? 'ok' : 'duplicate', revision, position }
  }
}
