import * as contract from '../../shared/contract/collection-graph.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { CollectionChange } from '../../shared/events/permission-graph.ts'
import { Refusal, refuseUnless } from '../../shared/kernel/refusal.ts'
import { reviseCollectionGraph } from '../../shared/permissions/graph/collection-graph.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { ConcurrencyConflict, maxEventBytes } from '../../shared/ports/event-store.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { graphTrialOf } from './graph-trial.ts'

const stale = (revision: number) =>
  new Refusal(
    'stale-revision',
    `The collection graph has changed; it is at revision ${revision} now.`,
    { body: { revision } },
  )

/** What an event holds besides the changes is far smaller than this. */
const envelopeBytes = 16 * 1024

const checkSize = (changes: readonly CollectionChange[]) =>
  refuseUnless(
    Buffer.byteLength(JSON.stringify(changes)) <= maxEventBytes - envelopeBytes,
    'payload-too-large',
    'This changes more cells than one revision can hold; change fewer at a time.',
  )

/** Records the next revision. The stream's own revision is the check: whoever comes second is stale. */
const append = async (
  executor: Executor,
  basis: number,
  changes: readonly CollectionChange[],
  comment: string | null,
) => {
  const data = { revision: basis + 1, changes: [...changes], comment, revertedTo: null }
  try {
    await executor.append(streams.collectionGraph, basis === 0 ? 'no_stream' : basis - 1, [
      { type: 'CollectionGraphRevised', data },
    ])
  } catch (error) {
    if (!(error instanceof ConcurrencyConflict)) throw error
    throw stale(error.actual === 'no_stream' ? 0 : error.actual + 1)
  }
}

export const collectionGraphRoutes = ({
  accessHistories,
}: {
  readonly accessHistories: AccessHistories
}): CommandRoute[] => [
  on(contract.updateCollectionGraph, async ({ query, body }, { executor }) => {
    const { revision, groups, comment = null } = body
    const state = (await accessHistories.current()).at()
    const changes = reviseCollectionGraph(state, groups)
    checkSize(changes)
    if (query.dry_run) {
      if (revision !== state.collectionRevision) throw stale(state.collectionRevision)
      return graphTrialOf(state, changes)
    }
    // No stream is ever there; below, the append is what tells an old revision from the current one.
    if (revision < 0 || revision > state.collectionRevision) throw stale(state.collectionRevision)
    await append(executor, revision, changes, comment)
    return readBack(contract.getCollectionGraph, undefined, {
      as_of: { kind: 'revision', revision: revision + 1 },
    })
  }),
]
