import { z } from 'zod'

/** `true` and `false`, in the environment. */
export const flagText = z
  .enum(['true', 'false'], 'must be true or false')
  .transform((text) => text === 'true')

/** Digits; the setting itself says how many there may be. */
export const numberText = z
  .string()
  .regex(/^\d{1,9}$/, 'must be a whole number')
  .transform(Number)

/** Items with commas or spaces between them. */
export const listText = z.string().transform((text) => text.split(/[\s,]+/).filter(Boolean))

/** One of two keys with a comma between them; null where there is only the other one. */
export const keyInText = (place: 0 | 1) =>
  z
    .string()
    .refine((text) => text.split(',').length <= 2, 'lists more than two keys')
    .transform((text) => text.split(',').map((key) => key.trim())[place] ?? null)
