import type { Sealed } from '../../shared/events/event-type.ts'
import { eventTypeOf, upcast } from '../../shared/events/index.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { ProjectionFailure } from '../../shared/ports/projection-store.ts'
import { ChangeSet, heldBack, type Writer } from '../../shared/views/change-set.ts'
import type { Feed } from './feed.ts'
import type { Fact } from './projection.ts'

export type Reveal = (userId: number, sealed: Sealed) => string

/** What a batch makes of one feed. */
type Outcome = { readonly changes: ChangeSet; readonly failures: ProjectionFailure[] }

export type Applied<F extends Feed> = {
  readonly outcomes: ReadonlyMap<F, Outcome>
  /** Last event taken in; before the first of the batch when the line stopped at once. */
  readonly upTo: bigint | undefined
  /** Set when a projection that must not skip anything could not follow. */
  readonly stopped: { readonly feed: F; readonly failure: ProjectionFailure } | undefined
}

/** The feeds that listen to each event type. */
const subscribersOf = <F extends Feed>(feeds: readonly F[]) => {
  const byType = new Map<string, F[]>()
  for (const feed of feeds)
    for (const type of Object.keys(feed.projection.on))
      byType.set(type, [...(byType.get(type) ?? []), feed])
  return byType
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** An event as its handlers see it. Throws what is wrong with it. */
export const factOf = (recorded: RecordedEvent, reveal: Reveal) => {
  const event = upcast(recorded)
  const fact: Fact<unknown> = {
    data: event.data,
    at: event.recordedAt,
    actor: event.metadata.actor,
    revision: event.revision,
    reveal,
  }
  return { type: event.type, fact: fact as Fact<never> }
}

/** Answers once and remembers it, also where it is an error. */
const once = <T>(work: () => T): (() => T) => {
  let outcome: { value: T } | { error: unknown } | undefined
  return () => {
    if (!outcome) {
      try {
        outcome = { value: work() }
      } catch (error) {
        outcome = { error }
      }
    }
    if ('error' in outcome) throw outcome.error
    return outcome.value
  }
}

/** What one event makes of the rows of those who listen, held back, and who could not follow. */
const applyOne = <F extends Feed>(
  listening: readonly F[],
  recorded: RecordedEvent,
  reveal: Reveal,
) => {
  const writes: { feed: F; write: (write: Writer) => void }[] = []
  const poison: { feed: F; failure: ProjectionFailure }[] = []
  const read = once(() => factOf(recorded, reveal))
  for (const feed of listening) {
    const { name, on } = feed.projection
    try {
      const { type, fact } = read()
      writes.push({ feed, write: heldBack((write) => on[type]?.(write, fact)) })
    } catch (error) {
      const { stream, position } = recorded
      poison.push({
        feed,
        failure: { projection: name, stream, position, error: messageOf(error) },
      })
    }
  }
  return { writes, poison }
}

/**
 * Folds a batch of events into changes of rows, for each feed those after its position; an event
 * counts for all who listen or, where the line stops, for none. An event nobody listens to is
 * skipped; one that does not parse is poison.
 */
export const applyBatch = <F extends Feed>(
  feeds: readonly F[],
  events: readonly RecordedEvent[],
  reveal: Reveal,
): Applied<F> => {
  const outcomes = new Map<F, Outcome>(
    feeds.map((feed) => [feed, { changes: new ChangeSet(), failures: [] }]),
  )
  const subscribers = subscribersOf(feeds)
  const follows = (feed: F, { stream, position }: RecordedEvent) =>
    position > feed.position &&
    !feed.leftBehind.has(stream) &&
    !outcomes.get(feed)?.failures.some((failure) => failure.stream === stream)
  let upTo: bigint | undefined
  for (const recorded of events) {
    const listening = subscribers.get(recorded.type)?.filter((feed) => follows(feed, recorded))
    const { writes, poison } = applyOne(listening ?? [], recorded, reveal)
    const stopped = poison.find(({ feed }) => feed.projection.onFailure === 'stop')
    if (stopped) return { outcomes, upTo, stopped }
    for (const { feed, write } of writes) {
      const changes = outcomes.get(feed)?.changes
      if (changes) write(changes)
    }
    for (const { feed, failure } of poison) outcomes.get(feed)?.failures.push(failure)
    upTo = recorded.position
  }
  return { outcomes, upTo, stopped: undefined }
}

/** People whose personal data a batch may hold: their keys are loaded before the fold. */
export const peopleIn = (events: readonly RecordedEvent[]): Set<number> => {
  const people = new Set<number>()
  for (const event of events) {
    const userId = (event.data as { userId?: unknown } | null)?.userId
    if (typeof userId === 'number' && eventTypeOf(event.type)?.personal) people.add(userId)
  }
  return people
}
