import { z } from 'zod'

/** A moment of the past: right after a revision of a graph, or a time (ISO 8601, UTC, `…000Z`). */
export type AsOf =
  | { readonly kind: 'revision'; readonly revision: number }
  | { readonly kind: 'time'; readonly time: string }

const revision = /^(0|[1-9]\d{0,9})$/
const times = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

/** A `+` that was not escaped in an address arrives as a space. */
const unescaped = (text: string) => text.replace(' ', '+')

/** A time with its zone, or a date for its first moment in UTC; undefined for what is neither. */
export const timeOf = (text: string): string | undefined => {
  const parsed = times.safeParse(unescaped(text))
  if (!parsed.success) return undefined
  const time = new Date(parsed.data).toISOString()
  // Years beyond 9999 are written in another way, which no longer sorts as text.
  return /^\d{4}-/.test(time) ? time : undefined
}

/**
 * `as_of` in a query: a revision (`0` is right before the first), a time with its zone
 * (`2026-03-01T09:30:00+01:00`), or a date, which stands for its first moment in UTC.
 */
export const asOfInQuery = z.string().transform((text, context): AsOf => {
  if (revision.test(text)) return { kind: 'revision', revision: Number(text) }
  const time = timeOf(text)
  if (time !== undefined) return { kind: 'time', time }
  context.addIssue('must be a revision, a date, or a time with its zone (ISO 8601)')
  return z.NEVER
})
