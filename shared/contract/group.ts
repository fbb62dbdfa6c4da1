import { z } from 'zod'
import { membershipTrial } from './access-effect.ts'
import { dryRunQuery, idInBody, idParams, name, paging } from './common.ts'
import { endpoint, noContent } from './endpoint.ts'

const tag = 'Permissions'

export const groupRecord = z.object({
  id: z.int(),
  name: z.string(),
  /** Active users only. */
  member_count: z.int(),
})

/** `id` and `membership_id` are the same: clients know it under either name. */
export const membershipRecord = z.object({
  id: z.int(),
  membership_id: z.int(),
  group_id: z.int(),
  user_id: z.int(),
  is_group_manager: z.boolean(),
})

export const groupMember = membershipRecord.extend({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  common_name: z.string(),
})

export const groupDetail = groupRecord.extend({ members: z.array(groupMember) })

/** `dry_run=true` tells who would gain and who would lose what, and changes nothing. */
const dryRun = { query: dryRunQuery, trial: membershipTrial }

const groupBody = z.object({ name: name() })

export const listGroups = endpoint({
  method: 'GET',
  path: '/api/permissions/group',
  side: 'query',
  access: 'admin',
  rate: 'metadata',
  tag,
  summary: 'List groups by name',
  query: z.object(paging),
  response: z.array(groupRecord),
})

export const createGroup = endpoint({
  method: 'POST',
  path: '/api/permissions/group',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Create a group; it has no members and no rights yet',
  body: groupBody,
  response: groupDetail,
})

export const getGroup = endpoint({
  method: 'GET',
  path: '/api/permissions/group/:id',
  side: 'query',
  access: 'admin',
  rate: 'metadata',
  tag,
  summary: 'One group with its active members',
  params: idParams,
  response: groupDetail,
})

export const renameGroup = endpoint({
  method: 'PUT',
  path: '/api/permissions/group/:id',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Rename a group, but for All Users and Administrators',
  params: idParams,
  body: groupBody,
  response: groupDetail,
})

export const deleteGroup = endpoint({
  method: 'DELETE',
  path: '/api/permissions/group/:id',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Delete a group with its memberships and rights, but for All Users and Administrators',
  ...dryRun,
  params: idParams,
  response: noContent,
})

export const listMemberships = endpoint({
  method: 'GET',
  path: '/api/permissions/membership',
  side: 'query',
  access: 'admin',
  rate: 'metadata',
  tag,
  summary: 'All memberships, by user id; deactivated users have theirs as well',
  response: z.record(z.string(), z.array(membershipRecord)),
})

export const addMembership = endpoint({
  method: 'POST',
  path: '/api/permissions/membership',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Add a user to a group; answers the active members it has then',
  query: dryRun.query,
  body: z.object({
    group_id: idInBody,
    user_id: idInBody,
    is_group_manager: z.boolean().nullish(),
  }),
  response: z.union([z.array(groupMember), membershipTrial]),
})

export const updateMembership = endpoint({
  method: 'PUT',
  path: '/api/permissions/membership/:id',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Note whether a member manages the group; that alone grants nothing',
  params: idParams,
  body: z.object({ is_group_manager: z.boolean() }),
  response: membershipRecord,
})

export const removeMembership = endpoint({
  method: 'DELETE',
  path: '/api/permissions/membership/:id',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Remove a user from a group',
  ...dryRun,
  params: idParams,
  response: noContent,
})

export const clearGroup = endpoint({
  method: 'PUT',
  path: '/api/permissions/membership/:id/clear',
  side: 'command',
  access: 'admin',
  rate: 'write',
  tag,
  summary: 'Remove all users from a group; the id is the group’s, not a membership’s',
  ...dryRun,
  params: idParams,
  response: noContent,
})
