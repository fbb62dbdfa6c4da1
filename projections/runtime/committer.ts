import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import {
  type ProjectionFailure,
  type ProjectionStore,
  UnwritableChanges,
} from '../../shared/ports/projection-store.ts'
import { applyBatch, peopleIn, quarantineOf, subscribersOf } from './apply.ts'
import type { AnyProjection } from './projection.ts'

/** Somebody else moved the checkpoint: read it again and go on from there. */
export class CheckpointMoved extends Error {
  override readonly name = 'CheckpointMoved'
}

/** A projection that must not skip anything cannot follow. */
export class LineStopped extends Error {
  override readonly name = 'LineStopped'
  readonly failure: ProjectionFailure

  constructor(failure: ProjectionFailure) {
    super(`${failure.projection} cannot follow ${failure.stream}: ${failure.error}`)
    this.failure = failure
  }
}

export type CommitterOptions = {
  readonly projectionStore: ProjectionStore
  readonly projections: readonly AnyProjection[]
  readonly personalData: Pick<PersonalData, 'unlock'>
  /** After each transaction. */
  readonly onCommit?: (commit: {
    readonly position: bigint
    readonly events: number
    readonly lastEventAt: string | undefined
    readonly failures: readonly ProjectionFailure[]
  }) => void
}

export type Committer = {
  readonly position: () => bigint
  readonly failures: () => readonly ProjectionFailure[]
  /** @throws {CheckpointMoved | LineStopped} or whatever the connection says. */
  take(events: readonly RecordedEvent[]): Promise<void>
}

/** Turns batches of events into transactions, starting at the stored checkpoint. */
export const createCommitter = async (options: CommitterOptions): Promise<Committer> => {
  const { projectionStore, personalData, onCommit } = options
  const subscribers = subscribersOf(options.projections)
  let position = await projectionStore.checkpoint()
  let failures = await projectionStore.failures()

  const commit = async (
    events: readonly RecordedEvent[],
    unwritable: readonly ProjectionFailure[] = [],
  ) => {
    const reveal = await personalData.unlock(peopleIn(events))
    const quarantine = quarantineOf([...failures, ...unwritable])
    const applied = applyBatch(subscribers, events, reveal, quarantine)
    const { changes, upTo, stopped } = applied
    if (upTo !== undefined) {
      const found = [...unwritable, ...applied.failures]
      const batch = { from: position, to: upTo, changes, failures: found }
      if ((await projectionStore.commit(batch)) === 'moved') throw new CheckpointMoved()
      position = upTo
      failures = [...failures, ...found]
      const taken = events.findIndex((event) => event.position === upTo)
      const lastEventAt = events[taken]?.recordedAt
      onCommit?.({ position, events: taken + 1, lastEventAt, failures: found })
    }
    if (stopped) throw new LineStopped(stopped)
  }

  /**
   * The database refuses the rows of this event: whoever wrote them leaves its stream behind. One
   * projection is to blame as a rule; all that may skip are tried where it is not.
   */
  const leaveBehind = async (event: RecordedEvent, refused: UnwritableChanges) => {
    const { stream, position: at } = event
    const behind = quarantineOf(failures)
    const blamed = (projection: AnyProjection): ProjectionFailure => ({
      projection: projection.name,
      stream,
      position: at,
      error: refused.message,
    })
    const following = (subscribers.get(event.type) ?? []).filter(
      ({ name }) => !behind.has(name, stream),
    )
    const mayStop = following.filter(({ onFailure }) => onFailure === 'stop')
    const maySkip = following.filter(({ onFailure }) => onFailure === 'quarantine').map(blamed)
    for (const suspects of [...maySkip.map((suspect) => [suspect]), maySkip]) {
      try {
        return await commit([event], suspects)
      } catch (error) {
        if (!(error instanceof UnwritableChanges)) throw error
      }
    }
    const [strict] = mayStop
    throw strict ? new LineStopped(blamed(strict)) : refused
  }

  /** Halves a batch the database refuses until the one event is found. */
  const take = async (events: readonly RecordedEvent[]): Promise<void> => {
    try {
      await commit(events)
    } catch (error) {
      if (!(error instanceof UnwritableChanges)) throw error
      const [only, ...more] = events
      if (only && more.length === 0) return leaveBehind(only, error)
      const half = Math.ceil(events.length / 2)
      await take(events.slice(0, half))
      await take(events.slice(half))
    }
  }

  return {
    position: () => position,
    failures: () => failures,
    take,
  }
}
