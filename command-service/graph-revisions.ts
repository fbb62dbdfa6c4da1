import type { CollectionChange, GraphChange } from '../shared/events/permission-graph.ts'
import { Refusal, refuseUnless } from '../shared/kernel/refusal.ts'
import { ConcurrencyConflict } from '../shared/ports/event-store.ts'
import { jsonBytes, roomyBytes } from './event-size.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'

/** The graphs whose changes are numbered: each has a stream that holds nothing else. */
const streamOf = {
  PermissionsGraphRevised: streams.permissionsGraph,
  CollectionGraphRevised: streams.collectionGraph,
} as const

/** What each graph's changes are. */
type Changes = {
  PermissionsGraphRevised: readonly GraphChange[]
  CollectionGraphRevised: readonly CollectionChange[]
}

/** Whoever changes a graph has to know how it is now. */
export const stale = (revision: number) =>
  new Refusal('stale-revision', `The graph has changed; it is at revision ${revision} now.`, {
    body: { revision },
  })

/** @throws {Refusal} 413 for more changes than an event can hold. */
export const checkSize = (changes: Changes[keyof Changes]) =>
  refuseUnless(
    jsonBytes(changes) <= roomyBytes,
    'payload-too-large',
    'This changes more cells than one revision can hold; change fewer at a time.',
  )

/**
 * Records the next revision. The stream's own revision is the check: whoever comes second is stale.
 * @param basis the revision that the changes are made to
 * @throws {Refusal} 409 `stale-revision`
 */
export const appendRevision = async <T extends keyof Changes>(
  executor: Executor,
  type: T,
  basis: number,
  what: {
    readonly changes: Changes[T]
    readonly comment: string | null
    readonly revertedTo: number | null
  },
): Promise<void> => {
  const data = { revision: basis + 1, ...what }
  try {
    await executor.append(streamOf[type], basis === 0 ? 'no_stream' : basis - 1, [{ type, data }])
  } catch (error) {
    if (!(error instanceof ConcurrencyConflict)) throw error
    throw stale(error.actual === 'no_stream' ? 0 : error.actual + 1)
  }
}
