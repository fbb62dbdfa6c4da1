import type { GroupEvent } from '../shared/events/group.ts'
import { groups } from '../shared/views/group.ts'
import { projection } from './runtime/projection.ts'

export const groupProjection = projection<GroupEvent>({
  name: 'group',
  version: 1,
  onFailure: 'stop',
  views: [groups],
  on: {
    GroupCreated: (write, { data }) => write.put(groups, { id: data.groupId, name: data.name }),
    GroupRenamed: (write, { data }) =>
      write.patch(groups, { id: data.groupId }, { name: data.name }),
    GroupDeleted: (write, { data }) => write.remove(groups, { id: data.groupId }),
  },
})
