import type { Settings } from '../../shared/ports/settings.ts'
import type { FixedSettings, SettingKey, SettingValue } from '../../shared/settings/catalogue.ts'
import { effective } from '../../shared/settings/effective.ts'

/** Settings that are as they are said here, or else have their defaults. */
export const fixedSettings = (fixed: FixedSettings = {}): Pick<Settings, 'get' | 'current'> => ({
  get: async (key) => effective(fixed, key, null),
  current: async <K extends SettingKey>(...keys: readonly K[]) =>
    Object.fromEntries(keys.map((key) => [key, effective(fixed, key, null)])) as {
      [k in K]: SettingValue<k>
    },
})

/** The rows an answer holds where nobody says anything. */
export const defaultCaps = { aggregated: 10_000, bare: 2_000 } as const
