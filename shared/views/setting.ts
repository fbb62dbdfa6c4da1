import type { Json } from '../kernel/json.ts'
import { integer, json, nullable, text, view } from './view.ts'

export const settings = view(
  'settings',
  { key: text(), value: nullable(json<Json>()) },
  { key: ['key'] },
)

/** One row: what is known of the installation itself. */
export const instances = view(
  'instances',
  { id: integer(), first_user_id: nullable(integer()) },
  { key: ['id'] },
)
