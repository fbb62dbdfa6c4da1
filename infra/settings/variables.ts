import { z } from 'zod'
import type { Json } from '../../shared/kernel/json.ts'
import {
  catalogue,
  type FixedSettings,
  type SettingKey,
  settingKeys,
} from '../../shared/settings/catalogue.ts'
import { asJson, effective, isFixed } from '../../shared/settings/effective.ts'
import type { Setting } from '../../shared/settings/setting.ts'

type Variables = Readonly<Record<string, string | undefined>>

/** An environment variable that says what a setting, or several, is. */
export type SettingVariable = {
  readonly about: string
  /** What holds without it; undefined where nothing does. */
  readonly fallback: string | undefined
  /** Never printed; may come from the file that `<NAME>_FILE` names. */
  readonly secret: boolean
}

const shown = (fallback: Json): string | undefined => {
  if (fallback === null || (Array.isArray(fallback) && fallback.length === 0)) return undefined
  return String(fallback)
}

const noteOf = ({ about, fallback, privacy }: Setting<z.ZodType, Json>): SettingVariable => ({
  about,
  fallback: shown(fallback),
  secret: privacy === 'secret',
})

/** By name, in the order of the catalogue; of several settings with one variable the first counts. */
export const settingVariables: ReadonlyMap<string, SettingVariable> = settingKeys.reduce(
  (all, key) => {
    const { environmentName: name } = catalogue[key]
    return all.has(name) ? all : all.set(name, noteOf(catalogue[key]))
  },
  new Map<string, SettingVariable>(),
)

/** @param onProblem told the variable's name and the end of a sentence about it */
export const fixedSettings = (
  variables: Variables,
  onProblem: (name: string, message: string) => void,
): FixedSettings => {
  const fixed = new Map<SettingKey, unknown>()
  for (const key of settingKeys) {
    const { environmentName: name, fromText, schema }: Setting<z.ZodType, Json> = catalogue[key]
    const text = variables[name]
    if (text === undefined) continue
    const said = fromText.safeParse(text)
    const read = said.success && said.data !== null ? z.safeDecode(schema, said.data) : said
    if (read.success) fixed.set(key, read.data)
    else for (const { message } of read.error.issues) onProblem(name, message)
  }
  return Object.fromEntries(fixed)
}

/** As it may be logged. */
export const describeFixed = (fixed: FixedSettings): Readonly<Record<string, Json>> =>
  Object.fromEntries(
    settingKeys
      .filter((key) => isFixed(fixed, key))
      .map((key) => {
        const value = asJson(key, effective(fixed, key, null))
        const isHidden = catalogue[key].privacy === 'secret' && value !== null
        return [key, isHidden ? '(set, not shown)' : value]
      }),
  )
