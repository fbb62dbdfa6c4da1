import type { RecordedEvent } from '../../shared/kernel/event.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { type CommitterOptions, createCommitter } from './committer.ts'

export type ReplayProgress = { readonly position: bigint; readonly events: number }

export type ReplayOptions = Omit<CommitterOptions, 'onCommit'> & {
  readonly eventStore: EventStore
  /** Inclusive; the head of the log as it was at the beginning when absent. */
  readonly upTo?: bigint
  readonly batch?: number
  /** One step after the other, so that people who are served meanwhile have a processor left. */
  readonly gently?: boolean
  readonly onProgress?: (progress: ReplayProgress) => void
}

/** Nobody waits for a replay: large batches write a row that many of their events touch only once. */
const defaultBatch = 5000

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
  const size = options.batch ?? defaultBatch
  let batch: RecordedEvent[] = []
  // One batch is written while the next one is read.
  let writing = Promise.resolve()
  const write = async () => {
    await writing
    writing = committer.take(batch)
    writing.catch(() => undefined) // It is thrown where it is awaited, a batch later.
    batch = []
    if (options.gently) await writing
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
