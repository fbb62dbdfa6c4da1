import { temporalTypes } from '../../../../shared/kernel/base-type.ts'
import type { Json } from '../../../../shared/kernel/json.ts'
import type { Resolved } from '../resolved.ts'
import type { Term, WindowTerm } from '../term.ts'
import { collect } from './collect.ts'
import type { Context } from './context.ts'
import { type Expression, isNotNull, when } from './expression.ts'
import { pathOf } from './place.ts'
import type { Rows } from './rows.ts'
import { lowerTerm } from './term.ts'

const upToHere = { documents: ['unbounded', 'current'] }

type Output = { readonly fields: { [key: string]: Json }; readonly result: Expression }

const outputOf = (term: WindowTerm, key: string, context: Context): Output => {
  const of = lowerTerm(term.of, context)
  const path = `$${key}`
  if (term.window === 'neighbour')
    return { fields: { [key]: { $shift: { output: of, by: term.rows } } }, result: path }
  const count = `${key}_count`
  return {
    fields: {
      [key]: { $sum: of, window: upToHere },
      [count]: { $sum: when(isNotNull(of), 1, 0), window: upToHere },
    },
    result: when({ $gt: [`$${count}`, 0] }, path),
  }
}

/**
 * Windows go along the first breakout that is a time, or else along the last one, and start anew
 * for each combination of the others.
 */
const wayOf = (breakouts: readonly Term[], context: Context) => {
  const temporal = breakouts.findIndex(({ baseType }) => temporalTypes.has(baseType))
  const main = temporal < 0 ? breakouts.length - 1 : temporal
  const lowered = breakouts.map((breakout) => lowerTerm(breakout, context))
  const others = lowered.filter((_, place) => place !== main)
  const partitionBy = Object.fromEntries(others.map((other, place) => [`p${place}`, other]))
  return {
    ...(others.length > 0 ? { partitionBy } : {}),
    sortBy: { [pathOf(lowered[main] ?? null) ?? '_id']: 1 },
  }
}

/** The rows with what is known by looking along the groups. */
export const windowStages = ({ selection, orders, along = [] }: Resolved, rows: Rows): Rows => {
  const { context, stages } = rows
  const windows = collect([...selection, ...orders.map(({ by }) => by)], 'window')
  if (windows.length === 0) return rows
  const outputs = windows.map((term, place) => outputOf(term, `__window${place + 1}`, context))
  const known = new Map<Term, Expression>(
    windows.map((term, place) => [term, outputs[place]?.result ?? null]),
  )
  const output = Object.assign({}, ...outputs.map(({ fields }) => fields))
  return {
    ...rows,
    stages: [...stages, { $setWindowFields: { ...wayOf(along, context), output } }],
    context: { ...context, known },
  }
}
