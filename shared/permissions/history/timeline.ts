import type { EventActor } from '../../kernel/event.ts'

/** An event that changed who may do what: when it happened, and who caused it how. */
export type Moment = {
  readonly position: bigint
  /** ISO 8601, as the log recorded it. */
  readonly at: string
  /** Name of the event. */
  readonly type: string
  readonly actor: EventActor
  readonly requestId: string | undefined
  /** Set for a revision of the data graph or of the collection graph. */
  readonly revision: number | undefined
}

/** What is known since some moment. */
export type Since<T> = { readonly value: T; readonly since: Moment }

/** How many items from the beginning satisfy a condition that holds up to some point. */
export const countWhile = <T>(items: readonly T[], holds: (item: T) => boolean): number => {
  let low = 0
  for (let high = items.length; low < high; ) {
    const middle = (low + high) >>> 1
    if (holds(items[middle] as T)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A fact that changes over time. Changes come in the order of the log. Their positions are kept as
 * plain numbers beside them, exact up to 2^53, because a look at a past moment compares many.
 */
export class Timeline<T> {
  readonly #changes: Since<T>[] = []
  readonly #positions: number[] = []

  set(value: T, since: Moment): void {
    this.#changes.push({ value, since })
    this.#positions.push(Number(since.position))
  }

  /** What held right after the event at `position`; undefined before the first change. */
  at(position: bigint): Since<T> | undefined {
    const until = Number(position)
    const last = this.#positions.length - 1
    if (last < 0 || (this.#positions[last] as number) <= until) return this.#changes[last]
    return this.#changes[countWhile(this.#positions, (it) => it <= until) - 1]
  }

  get latest(): T | undefined {
    return this.#changes.at(-1)?.value
  }

  /** Every change, oldest first. */
  changes(): readonly Since<T>[] {
    return this.#changes
  }
}
