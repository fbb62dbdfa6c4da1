import { temporalTypes } from '../../../../shared/kernel/base-type.ts'
import {
  type Fragment,
  join,
  nothing,
  raw,
  sql,
  wholeNumber,
} from '../../../../shared/sql/fragment.ts'
import type { Term, WindowTerm } from '../term.ts'
import type { Context } from './context.ts'
import { lowerTerm } from './term.ts'

export const lowerWindow = (term: WindowTerm, context: Context): Fragment => {
  const of = lowerTerm(term.of, context).sql
  const { along = nothing } = context
  if (term.window === 'running-sum') return sql`SUM(${of}) OVER (${along} ROWS UNBOUNDED PRECEDING)`
  const rows = wholeNumber(Math.abs(term.rows))
  return term.rows < 0
    ? sql`LAG(${of}, ${rows}) OVER (${along})`
    : sql`LEAD(${of}, ${rows}) OVER (${along})`
}

/**
 * Windows go along the first breakout that is a time, or else along the last one, and start anew
 * for each combination of the others.
 */
export const windowOrder = (breakouts: readonly Term[], context: Context): Fragment => {
  const temporal = breakouts.findIndex(({ baseType }) => temporalTypes.has(baseType))
  const main = temporal < 0 ? breakouts.length - 1 : temporal
  const lowered = breakouts.map((breakout) => lowerTerm(breakout, context).sql)
  const others = lowered.filter((_, index) => index !== main)
  const partition = others.length > 0 ? sql`PARTITION BY ${join(others, raw(', '))} ` : nothing
  return sql`${partition}ORDER BY ${lowered[main] ?? nothing} ASC`
}
