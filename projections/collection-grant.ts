import type { CollectionEvent, CollectionTreeEvent } from '../shared/events/collection.ts'
import type { GroupEvent } from '../shared/events/group.ts'
import type { PermissionGraphEvent } from '../shared/events/permission-graph.ts'
import { allUsersId } from '../shared/permissions/default-groups.ts'
import type { CollectionLevel } from '../shared/permissions/levels.ts'
import type { Writer } from '../shared/views/change-set.ts'
import { collectionGrants, rootId } from '../shared/views/collection.ts'
import { projection } from './runtime/projection.ts'

type Grants = readonly { readonly group: number; readonly level: CollectionLevel }[]

const putEach = (write: Writer, collectionIds: Iterable<number>, access: Grants) => {
  for (const collection_id of collectionIds)
    for (const { group: group_id, level } of access)
      write.put(collectionGrants, { group_id, collection_id, level })
}

/** What groups may do with collections; All Users start with `write` on the root (decision P8). */
export const collectionGrantProjection = projection<
  CollectionEvent | CollectionTreeEvent | PermissionGraphEvent | GroupEvent
>({
  name: 'collection-grant',
  version: 1,
  onFailure: 'stop',
  views: [collectionGrants],
  on: {
    GroupCreated: (write, { data }) => {
      if (data.groupId === allUsersId)
        putEach(write, [rootId], [{ group: allUsersId, level: 'write' }])
    },

    CollectionCreated: (write, { data }) => putEach(write, [data.collectionId], data.access),

    CollectionMoved: (write, { data }) =>
      putEach(write, [data.collectionId, ...data.cascade], data.access),

    CollectionGraphRevised: (write, { data }) => {
      for (const { group: group_id, collection, to } of data.changes) {
        const collection_id = collection === 'root' ? rootId : collection
        if (to === null) write.remove(collectionGrants, { group_id, collection_id })
        else write.put(collectionGrants, { group_id, collection_id, level: to })
      }
    },

    CollectionDeleted: (write, { data }) => {
      for (const collection_id of [data.collectionId, ...data.cascade])
        write.removeWhere(collectionGrants, { collection_id })
    },

    GroupDeleted: (write, { data }) =>
      write.removeWhere(collectionGrants, { group_id: data.groupId }),
  },
})
