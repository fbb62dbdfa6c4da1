import * as group from '../../../shared/contract/group.ts'
import type { Example, Examples, World } from './example.ts'

let named = 0
const someName: Example['body'] = () => {
  named += 1
  return { name: `Some group ${named}` }
}

const newGroup = async (world: World) => {
  const { body } = await world.admin.post('/api/permissions/group', someName(world))
  return { id: body.id as number }
}

/** A group nobody else works with, and the one member it has. */
const newMembership = async (world: World) => {
  const { id: group_id } = await newGroup(world)
  const body = { group_id, user_id: world.personId }
  const { body: members } = await world.admin.post('/api/permissions/membership', body)
  return { groupId: group_id, id: members[0].membership_id as number }
}

let emptyGroupId = 1

export const groupExamples: Examples = [
  [group.listGroups, { query: 'limit=10' }],
  [group.createGroup, { body: someName }],
  [group.getGroup, { params: () => ({ id: 1 }) }],
  [group.renameGroup, { params: newGroup, body: someName }],
  [group.deleteGroup, { params: newGroup }],
  [group.listMemberships, {}],
  [
    group.addMembership,
    {
      // Nobody joins a group twice, so each call gets one of its own before its body is made.
      params: async (world) => {
        emptyGroupId = (await newGroup(world)).id
        return {}
      },
      body: ({ personId }) => ({
        group_id: emptyGroupId,
        user_id: personId,
        is_group_manager: true,
      }),
    },
  ],
  [group.updateMembership, { params: newMembership, body: () => ({ is_group_manager: true }) }],
  [group.removeMembership, { params: newMembership }],
  [group.clearGroup, { params: async (world) => ({ id: (await newMembership(world)).groupId }) }],
]
