import type { RecordedEvent } from '../../shared/kernel/event.ts'
import {
  ConcurrencyConflict,
  type EventStore,
  UnstorableEvent,
} from '../../shared/ports/event-store.ts'
import { eventBytes } from '../audit/line.ts'
import { inOriginalPlace } from '../event-store/continued-log.ts'
import { StartupProblem } from '../startup-problem.ts'
import { inBatches } from './batches.ts'
import type { CopyTarget } from './copy-target.ts'
import { LogSum } from './log-sum.ts'

type Options = {
  readonly source: Pick<EventStore, 'readAll'>
  readonly target: CopyTarget
  readonly signal: AbortSignal
  /** Position of the source that was come to, and events so far. */
  readonly onProgress?: (position: bigint, events: number) => void
}

const holdsElse = (what: string) =>
  new StartupProblem(
    `The target holds something else than the source: ${what}. Nothing was written after that; ` +
      'copy into a store that is empty.',
  )

const isSame = (one: RecordedEvent, other: RecordedEvent): boolean =>
  eventBytes(one, 0).equals(eventBytes(other, 0))

/**
 * One log copied into another store, in the order of the whole log. It goes by what the target holds,
 * so that a copy that was stopped at any moment is resumed by doing it again.
 */
export class LogCopy {
  readonly #options: Options
  /** Of the source, up to what was handed to the target. */
  readonly #written = new LogSum()
  /** Of the target, as it was read from there. */
  readonly #confirmed = new LogSum()
  #sourceAt = 0n
  #targetAt = 0n

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Goes along what the target holds already.
   * @throws {StartupProblem} where that is not what the source begins with.
   */
  async resume(): Promise<void> {
    const { source, target, signal } = this.#options
    const events = source.readAll({ signal })[Symbol.asyncIterator]()
    for await (const stored of target.readAll({ after: 0n, signal })) {
      const copy = inOriginalPlace(stored)
      const { value: event } = await events.next()
      const what = `${copy.type} ${copy.id}, revision ${copy.revision} of ${copy.stream}`
      if (!event) throw holdsElse(`${what}, after the end of the source`)
      if (!isSame(event, copy)) throw holdsElse(what)
      this.#note(event)
      this.#confirm(stored)
    }
    await events.return?.()
  }

  /** Copies what the source holds by now and the target does not. */
  async advance(): Promise<void> {
    const { source, signal } = this.#options
    for await (const batch of inBatches(source.readAll({ after: this.#sourceAt, signal })))
      await this.#append(batch)
  }

  /** Copies what is recorded in the source, as it is recorded, until the signal aborts. */
  async follow(source: Pick<EventStore, 'subscribe'>, signal: AbortSignal): Promise<void> {
    for await (const batch of source.subscribe({ after: this.#sourceAt, signal }))
      for await (const part of inBatches(each(batch))) await this.#append(part)
  }

  /**
   * Reads back what was copied since the last time.
   * @throws {StartupProblem} where it is not what the source held.
   */
  async confirm(): Promise<LogSum> {
    const { target, signal } = this.#options
    for await (const stored of target.readAll({ after: this.#targetAt, signal }))
      this.#confirm(stored)
    const [written, confirmed] = [this.#written, this.#confirmed]
    if (written.digest !== confirmed.digest || written.streams !== confirmed.streams)
      throw holdsElse(
        `${written.events} events of ${written.streams} streams were copied, and ` +
          `${confirmed.events} of ${confirmed.streams} are there, or in another order`,
      )
    return confirmed
  }

  /** Where the last copied event stands in the source and in the target. */
  get ends(): { readonly source: bigint; readonly target: bigint } {
    return { source: this.#sourceAt, target: this.#targetAt }
  }

  async #append(events: readonly RecordedEvent[]): Promise<void> {
    const { target, onProgress } = this.#options
    await target.append(events).catch((error) => {
      if (error instanceof ConcurrencyConflict || error instanceof UnstorableEvent)
        throw holdsElse(error.message)
      throw error
    })
    for (const event of events) this.#note(event)
    onProgress?.(this.#sourceAt, this.#written.events)
  }

  #note(event: RecordedEvent): void {
    this.#written.add(event)
    this.#sourceAt = event.position
  }

  #confirm(stored: RecordedEvent): void {
    this.#confirmed.add(inOriginalPlace(stored))
    this.#targetAt = stored.position
  }
}

async function* each<T>(items: Iterable<T>): AsyncGenerator<T, void> {
  yield* items
}
