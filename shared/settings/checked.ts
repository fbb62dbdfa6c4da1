import { z } from 'zod'
import type { Json } from '../kernel/json.ts'
import { catalogue, type FixedSettings, type SettingKey } from './catalogue.ts'
import { isFixed } from './effective.ts'

/** A value in the spelling it is kept in; null: the default is to hold. */
export type Checked = { readonly value: Json } | { readonly problem: string }

/** @returns what is wrong with a value as the end of a sentence that begins with what it is for */
export const checkedValue = (fixed: FixedSettings, key: SettingKey, value: unknown): Checked => {
  const { environmentName, schema }: { environmentName: string; schema: z.ZodType } = catalogue[key]
  if (isFixed(fixed, key))
    return { problem: `is set by the environment variable ${environmentName}, and only there` }
  if (value === null) return { value }
  const read = z.safeDecode(schema, value)
  if (read.success) return { value: z.encode(schema, read.data) as Json }
  return { problem: read.error.issues[0]?.message ?? 'is not valid' }
}
