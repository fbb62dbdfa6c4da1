import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import {
  type Build,
  type BuildStep,
  type ProjectionFailure,
  type ProjectionStore,
  UnwritableChanges,
} from '../../shared/ports/projection-store.ts'
import { applyBatch, peopleIn } from './apply.ts'
import { type BuildFeed, feedsOf, leastPosition } from './feed.ts'
import type { AnyProjection } from './projection.ts'

/** Somebody else moved a position or changed the set of builds: read them again and go on. */
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
    /** Every build that is fed has come this far. */
    readonly position: bigint
    /** Readers see this far. */
    readonly checkpoint: bigint
    readonly events: number
    readonly lastEventAt: string | undefined
    /** Of builds that are read, or will be once they are filled. */
    readonly failures: readonly ProjectionFailure[]
  }) => void
  /** A build nobody reads could not follow and is fed no longer. */
  readonly onSetAside?: (failure: ProjectionFailure) => void
}

export type Committer = {
  /** Where reading has to begin; undefined while there is no build to feed. */
  readonly position: () => bigint | undefined
  /** @throws {CheckpointMoved | LineStopped} or whatever the connection says. */
  take(events: readonly RecordedEvent[]): Promise<void>
}

/** A build in reserve must not hold up those that are read. */
const isReserve = ({ state }: Build) => state === 'ready' || state === 'previous'

/** Turns batches of events into transactions, starting at the stored positions. */
export const createCommitter = async (options: CommitterOptions): Promise<Committer> => {
  const { projectionStore, personalData, onCommit, onSetAside } = options
  let feeds = feedsOf(await projectionStore.builds(), options.projections)
  /** Of events whose rows the database refused: told with the commit that passes them. */
  let refused: readonly { feed: number; failure: ProjectionFailure }[] = []

  const leaveBehind = (feed: BuildFeed, failures: readonly ProjectionFailure[]): BuildFeed => ({
    ...feed,
    leftBehind: new Set([...feed.leftBehind, ...failures.map(({ stream }) => stream)]),
  })

  const setAside = async (feed: BuildFeed, failure: ProjectionFailure) => {
    if (!isReserve(feed.build)) throw new LineStopped(failure)
    await projectionStore.setAside(feed.build, failure)
    feeds = feeds.filter(({ build }) => build.id !== feed.build.id)
    onSetAside?.(failure)
  }

  /** One transaction; answers the events it did not get to. */
  const commit = async (events: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> => {
    const reveal = await personalData.unlock(peopleIn(events))
    const { outcomes, upTo, stopped } = applyBatch(feeds, events, reveal)
    const steps: BuildStep[] = []
    if (upTo !== undefined) {
      const moved = feeds.map((feed) => {
        const outcome = outcomes.get(feed)
        if (!outcome || feed.position >= upTo) return feed
        const own = refused.filter((it) => it.feed === feed.build.id).map((it) => it.failure)
        const failures = [...own, ...outcome.failures]
        const build = { ...feed.build, position: feed.position }
        steps.push({ build, to: upTo, changes: outcome.changes, failures })
        return { ...leaveBehind(feed, failures), position: upTo }
      })
      const fed = feeds.map(({ build }) => build.id)
      const checkpoint = steps.length > 0 ? await projectionStore.commit(fed, steps) : undefined
      if (checkpoint === 'moved') throw new CheckpointMoved()
      feeds = moved
      refused = []
      const taken = events.findIndex((event) => event.position === upTo)
      if (checkpoint !== undefined)
        onCommit?.({
          position: leastPosition(feeds) ?? upTo,
          checkpoint,
          events: taken + 1,
          lastEventAt: events[taken]?.recordedAt,
          failures: steps.flatMap(({ build, failures }) => (isReserve(build) ? [] : failures)),
        })
    }
    if (!stopped) return []
    await setAside(stopped.feed, stopped.failure)
    return events.filter(({ position }) => position > (upTo ?? -1n))
  }

  /** The database refuses the rows of this event: the build they are for leaves its stream behind. */
  const blame = async (event: RecordedEvent, { build, message }: UnwritableChanges) => {
    const feed = feeds.find((it) => it.build.id === build)
    if (!feed) throw new CheckpointMoved()
    const { stream, position } = event
    const failure = { projection: feed.projection.name, stream, position, error: message }
    if (feed.projection.onFailure === 'stop') return setAside(feed, failure)
    feeds = feeds.map((it) => (it === feed ? leaveBehind(feed, [failure]) : it))
    refused = [...refused, { feed: build, failure }]
  }

  /** Halves a batch the database refuses until the one event is found. */
  const take = async (events: readonly RecordedEvent[]): Promise<void> => {
    let rest = events
    while (rest.length > 0 && feeds.length > 0) {
      try {
        rest = await commit(rest)
      } catch (error) {
        if (!(error instanceof UnwritableChanges)) throw error
        const [only, ...more] = rest
        if (only && more.length === 0) await blame(only, error)
        else {
          const half = Math.ceil(rest.length / 2)
          await take(rest.slice(0, half))
          rest = rest.slice(half)
        }
      }
    }
  }

  return { position: () => leastPosition(feeds), take }
}
