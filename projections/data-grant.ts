import type { DatabaseEvent } from '../shared/events/database.ts'
import type { GroupEvent } from '../shared/events/group.ts'
import type { GraphChange, PermissionGraphEvent } from '../shared/events/permission-graph.ts'
import { allUsersId } from '../shared/permissions/default-groups.ts'
import { whole } from '../shared/permissions/history/ledger.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { dataGrants, nativeGrants } from '../shared/views/grant.ts'
import { projection } from './runtime/projection.ts'

const writeChange = (write: Writer, change: GraphChange) => {
  const pair = { group_id: change.group, database_id: change.database }
  if (change.right === 'native') {
    if (change.to === null) write.remove(nativeGrants, pair)
    else write.put(nativeGrants, { ...pair, level: change.to })
    return
  }
  const { schema = whole.schema, table = whole.table, to } = change
  const cell = { ...pair, schema, table_id: table }
  if (to === null) write.remove(dataGrants, cell)
  else write.put(dataGrants, { ...cell, level: to })
}

/** A new database grants nothing to anyone but admins; the sample database is there for everybody. */
export const dataGrantProjection = projection<DatabaseEvent | GroupEvent | PermissionGraphEvent>({
  name: 'data-grant',
  version: 2,
  onFailure: 'stop',
  views: [dataGrants, nativeGrants],
  on: {
    DatabaseConnected: (write, { data }) => {
      if (!data.isSample) return
      const pair = { group: allUsersId, database: data.databaseId, from: null }
      writeChange(write, { ...pair, right: 'data', to: 'all' })
      writeChange(write, { ...pair, right: 'native', to: 'none' })
    },
    DatabaseDeleted: (write, { data }) => {
      write.removeWhere(dataGrants, { database_id: data.databaseId })
      write.removeWhere(nativeGrants, { database_id: data.databaseId })
    },
    GroupDeleted: (write, { data }) => {
      write.removeWhere(dataGrants, { group_id: data.groupId })
      write.removeWhere(nativeGrants, { group_id: data.groupId })
    },
    PermissionsGraphRevised: (write, { data }) => {
      for (const change of data.changes) writeChange(write, change)
    },
  },
})
