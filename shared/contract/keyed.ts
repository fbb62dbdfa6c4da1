import { z } from 'zod'
import { maxId } from './common.ts'

/** An id as the key of a map: canonical, so that no two keys mean the same. */
export const idKey = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .refine((key) => Number(key) <= maxId)

/** For a map's shape: what to say of a key it cannot have. */
export const keyed = (what: string) => ({
  error: ({ code }: { code?: string }) =>
    code === 'invalid_key' ? `must have ${what} as keys` : undefined,
})

/** These words, as a refusal lists them. */
export const oneOf = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ')
