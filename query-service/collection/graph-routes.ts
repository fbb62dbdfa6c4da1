import { setImmediate as turn } from 'node:timers/promises'
import { JsonText, notModified } from '../../shared/contract/answer.ts'
import * as contract from '../../shared/contract/collection-graph.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import {
  collectionLevelsOf,
  graphCollectionIds,
} from '../../shared/permissions/graph/collection-graph.ts'
import { collectionGraphTag } from '../../shared/permissions/graph/graph-tag.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import { on, type QueryRoute } from '../context.ts'

/** Nobody else waits longer than this while a large graph is written. */
const longestTurnMs = 10

/** Written group by group: groups times collections can be a lot. */
const textOf = async (state: AccessState): Promise<string> => {
  const collectionIds = graphCollectionIds(state)
  const groups: string[] = []
  let began = performance.now()
  for (const groupId of state.groupIds()) {
    const levels = collectionLevelsOf(state, groupId, collectionIds)
    groups.push(`"${groupId}":${JSON.stringify(levels)}`)
    if (performance.now() - began < longestTurnMs) continue
    await turn()
    began = performance.now()
  }
  return `{"revision":${state.collectionRevision},"groups":{${groups.join(',')}}}`
}

export const collectionGraphRoutes = ({
  accessHistories,
}: {
  readonly accessHistories: AccessHistories
}): QueryRoute[] => [
  on(contract.getCollectionGraph, async ({ query: { as_of } }, { isCurrent }) => {
    const history = await accessHistories.current()
    const state = history.at(positionAsOf(history, as_of, history.collectionRevisions))
    if (isCurrent(collectionGraphTag(history, state.position))) return notModified
    return new JsonText<contract.CollectionGraph>(await textOf(state))
  }),
]
