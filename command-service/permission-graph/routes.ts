import * as contract from '../../shared/contract/permission-graph.ts'
import { revertGraph } from '../../shared/contract/permission-history.ts'
import { readBack } from '../../shared/contract/route.ts'
import { checkPlaces } from '../../shared/permissions/graph/places.ts'
import { reviseGraph } from '../../shared/permissions/graph/revise.ts'
import { revisedState } from '../../shared/permissions/graph/revised-state.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { type CommandRoute, on } from '../context.ts'
import { appendRevision, checkSize, stale } from '../graph-revisions.ts'
import { revert, tryRevert } from './revert.ts'
import { trialOf } from './trial.ts'

export type PermissionGraphDependencies = { readonly accessHistories: AccessHistories }

export const permissionGraphRoutes = ({
  accessHistories,
}: PermissionGraphDependencies): CommandRoute[] => [
  on(contract.updatePermissionsGraph, async ({ query, body }, { executor }) => {
    const { revision, groups, comment = null } = body
    const state = (await accessHistories.current()).at()
    const changes = reviseGraph(state, groups)
    checkSize(changes)
    checkPlaces(state, groups)
    if (query.dry_run) {
      if (revision !== state.revision) throw stale(state.revision)
      return trialOf(state, revisedState(state, groups), changes)
    }
    // No stream is ever there; below, the append is what tells an old revision from the current one.
    if (revision < 0 || revision > state.revision) throw stale(state.revision)
    await appendRevision(executor, 'PermissionsGraphRevised', revision, {
      changes,
      comment,
      revertedTo: null,
    })
    return readBack(contract.getPermissionsGraph, undefined, {
      as_of: { kind: 'revision', revision: revision + 1 },
    })
  }),

  on(revertGraph, async ({ query, body }, { executor }) => {
    if (query.dry_run) return tryRevert(accessHistories, body)
    const revision = await revert(executor, accessHistories, body)
    return readBack(contract.getPermissionsGraph, undefined, {
      as_of: { kind: 'revision', revision },
    })
  }),
]
