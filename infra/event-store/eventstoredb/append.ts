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
import { type Patience, within } from './patience.ts'
import type { StoreReader } from './reader.ts'

const tooLarge = () =>
  new Refusal(
    'payload-too-large',
    'This is more than the event store takes at once (MaxAppendSize of EventStoreDB).',
  )

export const storeAppender = (
  { call, credentials }: Connection,
  reader: StoreReader,
  patience: () => Required<Patience>,
) => {
  const send = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EncodedEvent[],
    appendId: string,
    inTime: Patience,
  ): Promise<'accepted' | ConcurrencyConflict> => {
    try {
      await call(inTime, (client, milliseconds) =>
        within(
          milliseconds,
          client.appendToStream(stream, events.map(encodeEvent(appendId)), {
            expectedRevision: expected === 'no_stream' ? NO_STREAM : BigInt(expected),
            ...(credentials && { credentials }),
            deadline: milliseconds,
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
  const findIn = async (
    stream: string,
    first: number,
    events: readonly EncodedEvent[],
    until: number,
  ) => {
    const page = await reader.streamPage(stream, first, events.length, until)
    const slots = page.map(decodeEvent)
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
    // The look at what is there has what the append leaves of its time.
    const inTime = patience()
    const { until } = inTime
    const sent = await send(stream, expected, events, appendId, inTime)
    const last =
      sent === 'accepted'
        ? await findIn(stream, first + events.length - 1, events.slice(-1), until)
        : await findIn(stream, first, events, until)
    if (!last && sent !== 'accepted') throw sent
    if (!last) throw new Error(`${stream} does not hold what EventStoreDB accepted`)
    const { revision, position } = last.event
    return { status: last.appendId === appendId ? 'ok' : 'duplicate', revision, position }
  }
}
