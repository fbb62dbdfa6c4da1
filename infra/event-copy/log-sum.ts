import type { RecordedEvent } from '../../shared/kernel/event.ts'
import { chained } from '../audit/accumulator.ts'
import { eventBytes } from '../audit/line.ts'

/**
 * What a log comes to, from its first event on: equal sums are equal logs, to the order of events and
 * the time each was recorded. Over the bytes that evidence is signed over; memory does not grow.
 */
export class LogSum {
  #chain: Buffer = Buffer.alloc(32)
  #events = 0
  #streams = 0

  add(event: RecordedEvent): void {
    this.#chain = chained(this.#chain, eventBytes(event, this.#events))
    this.#events += 1
    if (event.revision === 0) this.#streams += 1
  }

  get events(): number {
    return this.#events
  }

  get streams(): number {
    return this.#streams
  }

  /** Hex. */
  get digest(): string {
    return this.#chain.toString('hex')
  }
}
