import type { NewEvent } from '../shared/kernel/event.ts'
import { Refusal } from '../shared/kernel/refusal.ts'
import { maxEventBytes } from '../shared/ports/event-store.ts'

/** What an event holds besides what it is about is far smaller than this. */
const envelopeBytes = 16 * 1024

/** The length of a value as JSON; nothing has none. */
export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/** The longest JSON that is certain to fit into an event, whatever else the event tells. */
export const roomyBytes = maxEventBytes - envelopeBytes

const kindOf = (stream: string): string => stream.replace(/-\d.*$/, '').replaceAll('-', ' ')

/** @throws {Refusal} 413 for an event that no store can hold. */
export const refuseTooLarge = (stream: string, events: readonly NewEvent[]): void => {
  for (const { data, metadata } of events) {
    const bytes = jsonBytes(data) + jsonBytes(metadata)
    if (bytes <= maxEventBytes) continue
    const size = `${bytes} bytes in one change; at most ${maxEventBytes} fit`
    throw new Refusal('payload-too-large', `This ${kindOf(stream)} is too large: ${size}.`)
  }
}
