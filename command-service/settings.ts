import type { FixedSettings, SettingKey, SettingValue } from '../shared/settings/catalogue.ts'
import { effective } from '../shared/settings/effective.ts'
import type { Executor } from './execute.ts'
import { type SettingCommand, settingDecider } from './setting/decider.ts'
import { streams } from './streams.ts'

export type SettingDependencies = {
  /** What the environment says of the settings. */
  readonly fixedSettings: FixedSettings
}

/** The settings as the log has them, to decide by: what was said last counts already. */
export const loadSettings = async ({ fixedSettings }: SettingDependencies, executor: Executor) => {
  const { state } = await executor.load(streams.settings, settingDecider)
  return {
    /** Of what stands in the log itself; not of what the vault keeps. */
    get: <K extends SettingKey>(key: K): SettingValue<K> =>
      effective(fixedSettings, key, state.values.get(key)),
    /** Whether anything was said of what the vault keeps. */
    has: (key: SettingKey): boolean =>
      Object.hasOwn(fixedSettings, key) ? fixedSettings[key] !== null : state.references.has(key),
  }
}

export const tellSettings = (executor: Executor, command: SettingCommand) =>
  executor.execute(streams.settings, settingDecider, command)
