import type { SettingEvent } from '../../shared/events/instance.ts'
import type { Decider } from '../../shared/kernel/decider.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'

/** Values as canonical JSON, by their key. */
export type Settings = { readonly values: ReadonlyMap<string, string> }

export type SettingCommand = { type: 'ChangeSetting'; data: { key: string; value: Json } }

export const settingDecider: Decider<Settings, SettingCommand, SettingEvent> = {
  initial: { values: new Map() },
  decide: {
    ChangeSetting: ({ key, value }, { values }) =>
      values.get(key) === canonicalJson(value)
        ? []
        : [{ type: 'SettingChanged', data: { key, value } }],
  },
  evolve: {
    SettingChanged: ({ values }, { key, value }) => ({
      values: new Map(values).set(key, canonicalJson(value)),
    }),
  },
}
