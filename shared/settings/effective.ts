import { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import { catalogue, type FixedSettings, type SettingKey, type SettingValue } from './catalogue.ts'

/** Whether the environment says what it is, so that nobody else can. */
export const isFixed = (fixed: FixedSettings, key: SettingKey): boolean => Object.hasOwn(fixed, key)

const read = <K extends SettingKey>(key: K, json: unknown): SettingValue<K> | undefined => {
  const schema: z.ZodType = catalogue[key].schema
  const { success, data } = z.safeDecode(schema, json)
  return success ? (data as SettingValue<K>) : undefined
}

/**
 * A setting as code reads it: what the environment says, or what was said over the API, or the
 * default. What an older release took and this one does not counts as never said.
 * @param said as the API speaks; null and undefined: nothing
 */
export const effective = <K extends SettingKey>(
  fixed: FixedSettings,
  key: K,
  said: Json | undefined,
): SettingValue<K> => {
  if (isFixed(fixed, key)) return fixed[key] as SettingValue<K>
  const known = said === null || said === undefined ? undefined : read(key, said)
  const { fallback } = catalogue[key]
  if (known !== undefined) return known
  return (fallback === null ? null : read(key, fallback)) as SettingValue<K>
}

/** The same as the API speaks. */
export const asJson = <K extends SettingKey>(key: K, value: SettingValue<K>): Json => {
  const schema: z.ZodType = catalogue[key].schema
  return value === null ? null : (z.encode(schema, value) as Json)
}
