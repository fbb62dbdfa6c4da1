import type { WantedGroups } from '../../contract/permission-graph.ts'
import type { AccessState } from '../access-state.ts'
import { own } from '../data-access.ts'
import { knownTables } from './known-tables.ts'
import { mergeAccess } from './merge.ts'

/** The state as it would be after a request that was found in order. */
export const revisedState = (state: AccessState, wanted: WantedGroups): AccessState => {
  const knownIn = knownTables(state)
  return {
    ...state,
    access: (groupId, databaseId) => {
      const had = state.access(groupId, databaseId)
      const data = own(own(wanted, String(groupId)) ?? {}, String(databaseId))?.data
      return data ? mergeAccess(had, data, () => knownIn(databaseId)) : had
    },
  }
}
