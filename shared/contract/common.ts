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

/** Ids with commas between them, as keys of a query that come several times are read. */
export const idsInQuery = z
  .string()
  .transform((text) => text.split(',').filter((part) => part !== ''))
  .pipe(z.array(idInPath))

export const idInBody = z.int().min(1).max(maxId)

const atMost = (max: number) => z.string().max(max, `must have at most ${max} characters`)

/** In UTF-16 units. */
export const longestName = 254

/** Required text that says something, on one line: not blank, at most `max` characters. */
export const name = (max = longestName) =>
  atMost(max)
    .refine((value) => value.trim() !== '', 'must not be blank')
    .refine(
      (value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value),
      'must be on one line, without control characters',
    )

/** Text of any number of lines, at most `max` characters; it may be empty. */
export const prose = (max: number) =>
  atMost(max).refine(
    (value) => !/[^\P{Cc}\n\t]/u.test(value),
    'must have no control characters other than line feeds and tabs',
  )

/** `true`/`false` in a query string. */
export const flagInQuery = z.enum(['true', 'false']).transform((value) => value === 'true')

/** Of a write that can be tried: `dry_run=true` tells what it would do, and changes nothing. */
export const dryRunQuery = z.object({ dry_run: flagInQuery.optional() })

const count = z
  .string()
  .regex(/^\d{1,7}$/, 'must be a whole number from 0 to 9999999')
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
