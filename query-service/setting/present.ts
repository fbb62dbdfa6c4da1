import type { Json } from '../../shared/kernel/json.ts'
import type { PeopleNames } from '../../shared/permissions/history/names.ts'
import {
  catalogue,
  type FixedSettings,
  type SettingKey,
  type SettingValue,
} from '../../shared/settings/catalogue.ts'
import { asJson, isFixed } from '../../shared/settings/effective.ts'
import { maskOf } from '../../shared/settings/mask.ts'
import type { SettingChangeRow } from '../../shared/views/setting.ts'

/** A value as it may be shown to an admin. */
export const shownValue = <K extends SettingKey>(key: K, value: SettingValue<K>): Json => {
  const json = asJson(key, value)
  return catalogue[key].privacy === 'secret' && typeof json === 'string' ? maskOf(json) : json
}

const isSame = (one: Json, other: Json) => JSON.stringify(one) === JSON.stringify(other)

/** A setting as the list has it. */
export const presentSetting = <K extends SettingKey>(
  fixed: FixedSettings,
  key: K,
  value: SettingValue<K>,
) => {
  const { about, environmentName, fallback }: (typeof catalogue)[SettingKey] = catalogue[key]
  const shown = shownValue(key, value)
  const isEnvironments = isFixed(fixed, key)
  return {
    key,
    value: isSame(shown, fallback as Json) && !isEnvironments ? null : shown,
    default: fallback as Json,
    description: about,
    is_env_setting: isEnvironments,
    env_name: environmentName,
  }
}

const recorded = ({ value, is_sealed: isSealed }: SettingChangeRow): Json =>
  isSealed ? maskOf('') : value

/** @param rows of one setting, oldest first @returns newest first */
export const presentChanges = (rows: readonly SettingChangeRow[], people: PeopleNames) =>
  rows
    .map((row, index) => {
      const before = rows[index - 1]
      const name = row.by === null ? undefined : people.get(row.by)
      return {
        at: row.at,
        by: row.by === null ? null : { id: row.by, common_name: name ?? '' },
        from: before ? recorded(before) : null,
        to: recorded(row),
      }
    })
    .reverse()
