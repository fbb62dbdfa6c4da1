import * as graph from '../../../shared/contract/permission-graph.ts'
import { allUsersId } from '../../../shared/permissions/default-groups.ts'
import type { Examples, World } from './example.ts'

/** All that can be said without changing what anybody may do: the graph as it is, tried out. */
const asItIs = ({ databaseId }: World) => ({
  revision: 0,
  comment: 'Nothing new',
  groups: { [allUsersId]: { [databaseId]: { data: { schemas: 'all', native: 'none' } } } },
})

export const permissionGraphExamples: Examples = [
  [graph.getPermissionsGraph, { query: 'as_of=0' }],
  [
    graph.getPermissionsGraphOfDatabase,
    { params: ({ databaseId }) => ({ id: databaseId }), query: 'as_of=2099-01-01' },
  ],
  [graph.getPermissionsGraphOfGroup, { params: () => ({ id: allUsersId }) }],
  [graph.updatePermissionsGraph, { query: 'dry_run=true', body: asItIs }],
]
