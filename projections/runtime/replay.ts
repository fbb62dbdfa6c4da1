import { setTimeout as sleep } from 'node:timers/promises'
import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { type CommitterOptions, createCommitter } from './committer.ts'

export type ReplayProgress = { readonly position: bigint; readonly events: number }

export type ReplayOptions = Omit<CommitterOptions, 'onCommit'> & {
  readonly eventStore: EventStore
  /** Inclusive; the head of the log as it was at the beginning when absent. */
  readonly upTo?: bigint
  readonly batch?: number
  /** Small steps with rests in between: people who are served meanwhile wait behind none of them. */
  readonly gently?: boolean
  readonly onProgress?: (progress: ReplayProgress) => void
}

/** Nobody waits for a replay: large batches write a row that many of their events touch only once. */
const defaultBatch = 5000
const gentleBatch = 250

/** A rest, as a share of the step before it. */
const restShare = 0.5

/** Folds the log into builds, each from its own position on, and ends there. */
export const replay = async (options: ReplayOptions): Promise<ReplayProgress> => {
  let events = 0
  const committer = await createCommitter({
    ...options,
    onCommit: (commit) => {
      events += commit.events
      options.onProgress?.({ position: commit.position, events })
    },
  })
  const size = options.batch ?? (options.gently ? gentleBatch : defaultBatch)
  let batch: RecordedEvent[] = []
  // One batch is written while the next one is read.
  let writing = Promise.resolve()
  let began = performance.now()
  const rest = async () => {
    await writing
    await sleep((performance.now() - began) * restShare)
    began = performance.now()
  }
  const write = async () => {
    await writing
    writing = committer.take(batch)
    writing.catch(() => undefined) // It is thrown where it is awaited, a batch later.
    batch = []
    if (options.gently) await rest()
  }
  const { upTo } = options
  const after = committer.position() ?? 0n
  for await (const event of options.eventStore.readAll({
    after,
    ...(upTo !== undefined && { upTo }),
  })) {
    batch.push(event)
    if (batch.length >= size) await write()
  }
  if (batch.length > 0) await write()
  await writing
  return { position: committer.position() ?? 0n, events }
}
