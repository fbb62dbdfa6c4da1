import type { DatabaseEvent } from '../shared/events/database.ts'
import type { GroupEvent } from '../shared/events/group.ts'
import { allUsersId } from '../shared/permissions/default-groups.ts'
import { dataGrants, nativeGrants } from '../shared/views/grant.ts'
import { projection } from './runtime/projection.ts'

/** A new database grants nothing to anyone but admins; the sample database is there for everybody. */
export const dataGrantProjection = projection<DatabaseEvent | GroupEvent>({
  name: 'data-grant',
  version: 1,
  onFailure: 'stop',
  views: [dataGrants, nativeGrants],
  on: {
    DatabaseConnected: (write, { data }) => {
      if (!data.isSample) return
      write.put(dataGrants, {
        group_id: allUsersId,
        database_id: data.databaseId,
        schema: '*',
        table_id: 0,
        level: 'all',
      })
      write.put(nativeGrants, {
        group_id: allUsersId,
        database_id: data.databaseId,
        level: 'none',
      })
    },
    DatabaseDeleted: (write, { data }) => {
      write.removeWhere(dataGrants, { database_id: data.databaseId })
      write.removeWhere(nativeGrants, { database_id: data.databaseId })
    },
    GroupDeleted: (write, { data }) => {
      write.removeWhere(dataGrants, { group_id: data.groupId })
      write.removeWhere(nativeGrants, { group_id: data.groupId })
    },
  },
})
