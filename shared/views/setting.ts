import type { Json } from '../kernel/json.ts'
import { integer, json, nullable, type Row, text, view } from './view.ts'

/** What was said of a setting, itself or where the vault has it; `until` is when it ends by itself. */
export const settings = view(
  'settings',
  {
    key: text(),
    value: nullable(json<Json>()),
    reference: nullable(text()),
    until: nullable(text()),
  },
  { key: ['key'] },
)

export type SettingRow = Row<typeof settings>

/** One row: what is known of the installation itself. */
export const instances = view(
  'instances',
  { id: integer(), first_user_id: nullable(integer()) },
  { key: ['id'] },
)
