import type { Dialect } from '../../../../shared/sql/dialect.ts'
import {
  type Fragment,
  identifier,
  raw,
  sql,
  wholeNumber,
} from '../../../../shared/sql/fragment.ts'
import type { ResolvedSource } from '../resolved.ts'

type Bins = Extract<ResolvedSource, { kind: 'bins' }>

const least = identifier('least')
const most = identifier('most')
const width = identifier('width')
const power = identifier('power')

/** The next of these times a power of ten is the width that people find round. */
const roundedUp = sql`CASE WHEN ${width} <= ${power} THEN 1 WHEN ${width} <= 1.25 * ${power} THEN 1.25 WHEN ${width} <= 2 * ${power} THEN 2 WHEN ${width} <= 2.5 * ${power} THEN 2.5 WHEN ${width} <= 3 * ${power} THEN 3 WHEN ${width} <= 5 * ${power} THEN 5 WHEN ${width} <= 7.5 * ${power} THEN 7.5 ELSE 10 END * ${power}`

const sharedOut = (range: Fragment, count: Fragment, name: Fragment): Fragment =>
  sql`SELECT ${least}, ${most}, CASE WHEN ${most} > ${least} THEN (${most} - ${least}) / ${count} ELSE 1 END AS ${width} FROM (${range}) AS ${name}`

const withPower = (range: Fragment, name: Fragment): Fragment =>
  sql`SELECT ${least}, ${most}, ${width}, POWER(10, FLOOR(LOG10(${width}))) AS ${power} FROM (${range}) AS ${name}`

const rounded = (range: Fragment, name: Fragment): Fragment =>
  sql`SELECT ${least}, ${most}, ${roundedUp} AS ${width} FROM (${range}) AS ${name}`

const snapped = (range: Fragment, name: Fragment): Fragment =>
  sql`SELECT FLOOR(${least} / ${width}) * ${width} AS ${least}, CEIL(${most} / ${width}) * ${width} AS ${most}, ${width} FROM (${range}) AS ${name}`

/** One round of widening the range to round edges; two are enough but for a hair's breadth. */
const widened = (range: Fragment, count: Fragment): Fragment =>
  snapped(rounded(withPower(sharedOut(range, count, raw('b1')), raw('b2')), raw('b3')), raw('b4'))

/** One row: where the bins of a column begin, and how wide they are. */
export const lowerBins = ({ table, field, count }: Bins, { asFloat }: Dialect): Fragment => {
  const column = identifier(table.name, field.name)
  const extremes = sql`SELECT ${asFloat(sql`MIN(${column})`)} AS ${least}, ${asFloat(sql`MAX(${column})`)} AS ${most} FROM ${identifier(table.schema, table.name)}`
  const bins = wholeNumber(count)
  return sql`SELECT ${least}, ${width} FROM (${widened(widened(extremes, bins), bins)}) AS b5`
}
