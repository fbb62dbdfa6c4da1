import { boolean, integer, text, view } from './view.ts'

export const groups = view('groups', { id: integer(), name: text() }, { key: ['id'] })

export const memberships = view(
  'memberships',
  { id: integer(), group_id: integer(), user_id: integer(), is_group_manager: boolean() },
  { key: ['id'], indexes: [['user_id'], ['group_id']] },
)
