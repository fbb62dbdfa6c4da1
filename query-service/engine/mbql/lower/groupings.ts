import {
  type Fragment,
  indented,
  join,
  lineBreak,
  raw,
  sequence,
  sql,
} from '../../../../shared/sql/fragment.ts'
import { measure } from '../../../../shared/sql/measure.ts'
import type { Grouping } from '../pivot/groupings.ts'

const setOf = (groups: readonly Fragment[], grouping: Grouping): Fragment => {
  const kept = groups.filter((_, place) => (grouping & (1 << place)) === 0)
  return sql`(${join(kept, raw(', '))})`
}

/** GROUP BY of several sets in one pass, and the number that tells them apart. */
export const groupingSets = (groups: readonly Fragment[], groupings: readonly Grouping[]) => {
  const sets = join(
    groupings.map((grouping) => setOf(groups, grouping)),
    sequence([raw(','), lineBreak]),
  )
  return {
    groupBy: sequence([
      raw('GROUPING SETS ('),
      indented(sequence([lineBreak, sets])),
      lineBreak,
      raw(')'),
    ]),
    // The last argument is the lowest bit.
    grouping: sql`GROUPING(${join(groups.toReversed(), raw(', '))})`,
  }
}

/** GROUPING sees two expressions where the same one binds values twice. */
export const canBeSets = (groups: readonly Fragment[]): boolean =>
  groups.every((group) => measure(group).values === 0)

export const unionAll = (selects: readonly Fragment[]): Fragment =>
  join(selects, sequence([lineBreak, raw('UNION ALL'), lineBreak]))
