import type { Sealed } from '../../shared/events/event-type.ts'
import { eventTypeOf, upcast } from '../../shared/events/index.ts'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { ProjectionFailure } from '../../shared/ports/projection-store.ts'
import { ChangeSet, heldBack, type Writer } from '../../shared/views/change-set.ts'
import type { AnyProjection, Fact } from './projection.ts'

export type Reveal = (userId: number, sealed: Sealed) => string

export type Applied = {
  readonly changes: ChangeSet
  readonly failures: readonly ProjectionFailure[]
  /** Last event taken in; before the first of the batch when the line stopped at once. */
  readonly upTo: bigint | undefined
  /** Set when a projection that must not skip anything could not follow. */
  readonly stopped: ProjectionFailure | undefined
}

/** Which streams a projection has left behind. */
export type Quarantine = { has(projection: string, stream: string): boolean }

export const quarantineOf = (failures: readonly ProjectionFailure[]): Quarantine => {
  const key = (projection: string, stream: string) => `${projection} ${stream}`
  const left = new Set(failures.map((failure) => key(failure.projection, failure.stream)))
  return { has: (projection, stream) => left.has(key(projection, stream)) }
}

/** The projections that listen to each event type. */
export const subscribersOf = (projections: readonly AnyProjection[]) => {
  const byType = new Map<string, AnyProjection[]>()
  for (const projection of projections)
    for (const type of Object.keys(projection.on))
      byType.set(type, [...(byType.get(type) ?? []), projection])
  return byType
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

const factOf = (event: RecordedEvent, reveal: Reveal): Fact<unknown> => ({
  data: event.data,
  at: event.recordedAt,
  actor: event.metadata.actor,
  revision: event.revision,
  reveal,
})

/** What one event makes of the rows of those who listen, held back, and who could not follow. */
const applyOne = (listening: readonly AnyProjection[], recorded: RecordedEvent, reveal: Reveal) => {
  const writes: ((write: Writer) => void)[] = []
  const poison: { failure: ProjectionFailure; stops: boolean }[] = []
  for (const projection of listening) {
    try {
      const event = upcast(recorded)
      const fact = factOf(event, reveal) as Fact<never>
      writes.push(heldBack((write) => projection.on[event.type]?.(write, fact)))
    } catch (error) {
      const { stream, position } = recorded
      const failure = { projection: projection.name, stream, position, error: messageOf(error) }
      poison.push({ failure, stops: projection.onFailure === 'stop' })
    }
  }
  return { writes, poison }
}

/**
 * Folds a batch of events into changes of rows; an event counts for all who listen or, where the
 * line stops, for none. An event nobody listens to is skipped; one that does not parse is poison.
 */
export const applyBatch = (
  subscribers: ReadonlyMap<string, readonly AnyProjection[]>,
  events: readonly RecordedEvent[],
  reveal: Reveal,
  quarantine: Quarantine,
): Applied => {
  const changes = new ChangeSet()
  const failures: ProjectionFailure[] = []
  const isLeftBehind = (projection: string, stream: string) =>
    quarantine.has(projection, stream) ||
    failures.some((failure) => failure.projection === projection && failure.stream === stream)
  let upTo: bigint | undefined
  for (const recorded of events) {
    const following = (subscribers.get(recorded.type) ?? []).filter(
      ({ name }) => !isLeftBehind(name, recorded.stream),
    )
    const { writes, poison } = applyOne(following, recorded, reveal)
    const stopped = poison.find(({ stops }) => stops)?.failure
    if (stopped) return { changes, failures, upTo, stopped }
    for (const write of writes) write(changes)
    failures.push(...poison.map(({ failure }) => failure))
    upTo = recorded.position
  }
  return { changes, failures, upTo, stopped: undefined }
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
