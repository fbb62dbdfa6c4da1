import type { Json } from '../kernel/json.ts'
import { boolean, instant, integer, json, nullable, type Row, text, view } from './view.ts'

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

/** Each change of a setting. Null is the default; of what the vault keeps, whether there was any. */
export const settingChanges = view(
  'setting_changes',
  {
    key: text(),
    /** Of the stream of settings. */
    revision: integer(),
    at: instant(),
    /** Id of the user; null: nobody who had signed in. */
    by: nullable(integer()),
    value: nullable(json<Json>()),
    is_sealed: boolean(),
  },
  { key: ['key', 'revision'] },
)

export type SettingChangeRow = Row<typeof settingChanges>

/** One row: what is known of the installation itself. */
export const instances = view(
  'instances',
  { id: integer(), first_user_id: nullable(integer()) },
  { key: ['id'] },
)
