import type { ValueEntry } from '../../../shared/contract/parameter-values.ts'
import { isNothing } from '../../../shared/kernel/raw.ts'

export type ValueList = { readonly values: readonly ValueEntry[]; readonly hasMore: boolean }

type Value = ValueEntry[0]

/** Longer lists than this are searched, not picked from. */
export const mostValues = 1_000

/** What a list may hold altogether: values can be texts of any length. */
const mostCharacters = 1_000_000

/** `[value, label]`, or `[value]` where there is no label. */
export const entryOf = (value: Value, label?: Value): ValueEntry =>
  label === undefined || isNothing(label) ? [value] : [value, label]

/** What people see of it. */
export const shownOf = ([value, label]: ValueEntry): string => String(label ?? value)

const sizeOf = (entry: ValueEntry): number =>
  entry.reduce((sum: number, part) => sum + String(part).length, 0)

const isSmall = () => {
  let room = mostCharacters
  return (entry: ValueEntry): boolean => {
    room -= sizeOf(entry)
    return room >= 0
  }
}

/** A list no longer than `most`, that says when it had to leave something out. */
export const bounded = ({ values, hasMore }: ValueList, most = mostValues): ValueList => {
  const kept = values.slice(0, most).filter(isSmall())
  return { values: kept, hasMore: hasMore || kept.length < values.length }
}

/** Each value once, with the label it had first; nothing is no value. */
export const oncePerValue = ({ values, hasMore }: ValueList): ValueList => {
  const seen = new Map<Value, ValueEntry>()
  for (const entry of values)
    if (!isNothing(entry[0]) && !seen.has(entry[0])) seen.set(entry[0], entry)
  return { values: [...seen.values()], hasMore }
}

const inOrder = (one: ValueEntry, other: ValueEntry): number =>
  typeof one[0] === 'number' && typeof other[0] === 'number' && one.length + other.length === 2
    ? one[0] - other[0]
    : shownOf(one).localeCompare(shownOf(other))

/** The values of several columns as one list; a single column's stay in the order of its database. */
export const merged = (lists: readonly ValueList[]): ValueList => {
  const [only] = lists
  if (only && lists.length === 1) return only
  const values = lists.flatMap((list) => list.values).sort(inOrder)
  const hasMore = lists.some((list) => list.hasMore)
  return bounded(oncePerValue({ values, hasMore }))
}
