import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { NewEvent, RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'

/** An event nobody reads the meaning of. */
export const someEvent = (data: unknown = {}, type = 'SomethingHappened'): NewEvent => ({
  id: randomUUID(),
  type,
  schemaVersion: 1,
  data,
  metadata: {
    $correlationId: randomUUID(),
    $causationId: randomUUID(),
    actor: { kind: 'system', name: 'test' },
  },
})

/** So many events, numbered in their data: `{ n: 0 }`, `{ n: 1 }` … */
export const someEvents = (count: number): readonly NewEvent[] =>
  Array.from({ length: count }, (_, n) => someEvent({ n }))

/** A stream's name that no other test uses. */
export const someStream = (category = 'thing'): string => `${category}-${randomUUID()}`

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

export const idsOf = (events: readonly { readonly id: string }[]): string[] =>
  events.map(({ id }) => id)

/** Fails when the condition does not come true in time. */
export const eventually = async (holds: () => boolean, timeout = 5_000): Promise<void> => {
  const deadline = Date.now() + timeout
  while (!holds()) {
    if (Date.now() > deadline) throw new Error('it did not happen in time')
    await sleep(2)
  }
}

export type Follower = {
  readonly seen: readonly RecordedEvent[]
  /** Resolves once so many events have been seen. */
  saw(count: number, timeout?: number): Promise<void>
  /** Ends the subscription and resolves when its loop has ended. */
  stop(): Promise<void>
}

/** A subscriber that keeps what it sees. */
export const follow = (
  store: EventStore,
  options: { after?: bigint; batch?: number } = {},
): Follower => {
  const stop = new AbortController()
  const seen: RecordedEvent[] = []
  const loop = (async () => {
    for await (const batch of store.subscribe({ ...options, signal: stop.signal }))
      seen.push(...batch)
  })()
  return {
    seen,
    saw: (count, timeout) => eventually(() => seen.length >= count, timeout),
    async stop() {
      stop.abort()
      await loop
    },
  }
}
