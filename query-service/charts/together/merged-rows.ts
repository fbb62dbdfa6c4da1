import { parseMoment } from '../../engine/format/moment.ts'
import type { JsonCell } from '../../engine/shape/cell-reader.ts'
import type { JsonRow } from '../../engine/shape/rows.ts'
import { clockOf } from '../cartesian/steps.ts'
import type { Strand } from './strands.ts'

/** Two answers write one moment in two ways: as a date, or as a time at midnight. */
const keyOf = (group: JsonCell, isTime: boolean): string => {
  const moment = isTime && typeof group === 'string' ? parseMoment(group) : undefined
  return moment ? clockOf(moment) : JSON.stringify(group)
}

/**
 * A row for each group, of time in its order, with the value of each strand, or null. What has several values of one group
 * has further rows for them.
 */
export const mergedRows = (strands: readonly Strand[], isTime: boolean): readonly JsonRow[] => {
  const rows = new Map<string, { readonly key: string; readonly row: JsonCell[] }>()
  const empty = strands.map(() => null)
  for (const [place, { points }] of strands.entries()) {
    const timesSeen = new Map<string, number>()
    for (const { group, value } of points) {
      const key = keyOf(group, isTime)
      const times = timesSeen.get(key) ?? 0
      timesSeen.set(key, times + 1)
      const one = rows.get(`${times}:${key}`) ?? { key, row: [group, ...empty] }
      rows.set(`${times}:${key}`, one)
      one.row[place + 1] = value
    }
  }
  const all = [...rows.values()]
  const sorted = isTime ? all.sort((a, b) => (a.key < b.key ? -1 : 1)) : all
  return sorted.map(({ row }) => row)
}
