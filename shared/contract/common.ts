import { z } from 'zod'

/** The largest id: a Postgres integer. */
export const maxId = 2_147_483_647

/** An id in a path: canonical decimal digits, 1…2147483647. */
export const idInPath = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number from 1 to 2147483647')
  .transform(Number)
  .refine((id) => id <= maxId, 'must be a whole number from 1 to 2147483647')

export const idParams = z.object({ id: idInPath })

export const idInBody = z.int().min(1).max(maxId)

/** Required text that says something: not blank, at most `max` characters. */
export const name = (max = 254) =>
  z
    .string()
    .max(max, `must have at most ${max} characters`)
    .refine((value) => value.trim() !== '', 'must not be blank')

/** `true`/`false` in a query string. */
export const flagInQuery = z.enum(['true', 'false']).transform((value) => value === 'true')

const count = z
  .string()
  .regex(/^\d{1,7}$/, 'must be a whole number')
  .transform(Number)

/** Optional paging of lists; the answer carries the whole count as `X-Total-Count`. */
export const paging = { limit: count.optional(), offset: count.optional() }

/** The body of every failure (decision G2). */
export const errorBody = z.object({
  message: z.string(),
  error: z.literal(true),
  code: z.string(),
  errors: z.record(z.string(), z.string()).optional(),
  retry_after: z.int().min(1).optional(),
})
