import * as contract from '../../shared/contract/collection-graph.ts'
import { readBack } from '../../shared/contract/route.ts'
import { reviseCollectionGraph } from '../../shared/permissions/graph/collection-graph.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandRoute, on } from '../context.ts'
import { appendRevision, checkSize, stale } from '../graph-revisions.ts'
import { graphTrialOf } from './graph-trial.ts'

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
    await appendRevision(executor, 'CollectionGraphRevised', revision, {
      changes,
      comment,
      revertedTo: null,
    })
    return readBack(contract.getCollectionGraph, undefined, {
      as_of: { kind: 'revision', revision: revision + 1 },
    })
  }),
]
