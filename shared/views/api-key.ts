import type { KeyScope } from '../kernel/key-scope.ts'
import { type Column, instant, integer, text, view } from './view.ts'

/** Keys of scripts that were not revoked; an expired one is still there, to be renewed. */
export const apiKeys = view(
  'api_keys',
  {
    id: integer(),
    user_id: integer(),
    creator_id: integer(),
    name: text(),
    scope: text() as Column<KeyScope>,
    expires_at: instant(),
    created_at: instant(),
    updated_at: instant(),
  },
  { key: ['id'], indexes: [['user_id']] },
)
