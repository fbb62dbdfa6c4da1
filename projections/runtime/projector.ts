import { setTimeout } from 'node:timers/promises'
import type { EventStore } from '../../shared/ports/event-store.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'
import type { ProjectionFailure, ProjectionStore } from '../../shared/ports/projection-store.ts'
import { CheckpointMoved, createCommitter, LineStopped } from './committer.ts'
import type { AnyProjection } from './projection.ts'

export type ProjectorState = 'starting' | 'live' | 'retrying' | 'stopped-by-poison' | 'ended'

export type ProjectorStatus = {
  readonly state: ProjectorState
  /** Readers see this far. */
  readonly position: bigint
  /** ISO 8601: when the last event applied was recorded. */
  readonly lastEventAt: string | undefined
  readonly eventsApplied: number
  readonly batches: number
  /** What the builds in use left behind. */
  readonly failures: readonly ProjectionFailure[]
  /** Why the line does not move, in the states that have a reason. */
  readonly reason: string | undefined
}

export type ProjectorOptions = {
  readonly eventStore: EventStore
  readonly projectionStore: ProjectionStore
  readonly projections: readonly AnyProjection[]
  readonly personalData: Pick<PersonalData, 'unlock'>
  readonly batch?: number
  /** After each commit, with how far readers see: whoever waits may look again. */
  readonly onCheckpoint?: (position: bigint) => void
  readonly onProblem?: (message: string, failure?: ProjectionFailure) => void
  /** Between tries while the line does not move; ends early when the signal aborts. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>
  /** Before each batch: lets a test hold the line back. */
  readonly beforeBatch?: () => Promise<void>
}

export type Projector = {
  start(): void
  /** Awaits the batch under way. */
  stop(): Promise<void>
  status(): ProjectorStatus
}

const pauseForReal = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal })

const retryDelays = [100, 200, 400, 800, 1_600, 3_000] as const

/**
 * One ordered loop over the log. Each batch of events becomes one transaction of rows and positions
 * of every build this process can feed; a position that moved under us, another set of builds, a
 * lost connection or a stopped line all lead back to the same place: read them again and go on.
 */
export const createProjector = (options: ProjectorOptions): Projector => {
  const { eventStore, projectionStore, onCheckpoint, onProblem, pause = pauseForReal } = options
  const ending = new AbortController()
  const seen = {
    state: 'starting' as ProjectorState,
    position: 0n,
    lastEventAt: undefined as string | undefined,
    eventsApplied: 0,
    batches: 0,
    failures: [] as readonly ProjectionFailure[],
    reason: undefined as string | undefined,
  }
  let running: Promise<void> | undefined

  const markLive = () => {
    seen.state = 'live'
    seen.reason = undefined
  }

  const follow = async () => {
    const committer = await createCommitter({
      ...options,
      onCommit: ({ checkpoint, events, lastEventAt, failures }) => {
        seen.position = checkpoint
        seen.lastEventAt = lastEventAt
        seen.eventsApplied += events
        seen.batches += 1
        for (const failure of failures) onProblem?.('stream left behind by a projection', failure)
        seen.failures = [...seen.failures, ...failures]
        onCheckpoint?.(checkpoint)
      },
      onSetAside: (failure) =>
        onProblem?.('a build nobody reads cannot follow and is left alone', failure),
    })
    seen.position = await projectionStore.checkpoint()
    seen.failures = await projectionStore.failures()
    onCheckpoint?.(seen.position)
    const after = committer.position() ?? (await eventStore.head())
    // With nothing left to do there is no batch that could show the line moves again.
    if (after >= (await eventStore.head())) markLive()
    const { signal } = ending
    for await (const events of eventStore.subscribe({
      after,
      batch: options.batch ?? 500,
      signal,
    })) {
      await options.beforeBatch?.()
      await committer.take(events)
      markLive()
    }
  }

  const run = async () => {
    let attempt = 0
    while (!ending.signal.aborted) {
      const before = seen.batches
      try {
        await follow()
      } catch (error) {
        if (ending.signal.aborted) break
        if (error instanceof CheckpointMoved) continue
        seen.state = error instanceof LineStopped ? 'stopped-by-poison' : 'retrying'
        seen.reason = error instanceof Error ? error.message : String(error)
        onProblem?.(
          `projector ${seen.state}: ${seen.reason}`,
          error instanceof LineStopped ? error.failure : undefined,
        )
        attempt = seen.batches > before ? 0 : attempt + 1
        const delay = retryDelays[Math.min(attempt, retryDelays.length - 1)] ?? 0
        await pause(delay, ending.signal).catch(() => undefined)
      }
    }
    seen.state = 'ended'
  }

  return {
    start: () => {
      running ??= run()
    },
    stop: async () => {
      ending.abort()
      await running
    },
    status: () => ({ ...seen }),
  }
}
