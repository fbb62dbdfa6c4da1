import type { ValueEntry, ValuesParameter } from '../../../shared/contract/parameter-values.ts'
import { bounded, entryOf, oncePerValue, shownOf, type ValueList } from './entry.ts'
import type { Wanted } from './wanted.ts'

type Written = NonNullable<NonNullable<ValuesParameter['values_source_config']>['values']>

const toEntry = (one: Written[number]): ValueEntry =>
  Array.isArray(one) ? entryOf(one[0], one[1]) : entryOf(one)

const fits = (entry: ValueEntry, wanted: Wanted): boolean => {
  if (wanted.kind === 'all') return true
  if (wanted.kind === 'matching')
    return shownOf(entry).toLowerCase().includes(wanted.text.toLowerCase())
  // A value out of an address is a text, whatever it is in the list.
  return String(entry[0]) === String(wanted.value)
}

/** Values that somebody wrote down, in their order: all of them, and of a search so many. */
export const fromStaticList = (written: Written, wanted: Wanted): ValueList => {
  const { values } = oncePerValue({ values: written.map(toEntry), hasMore: false })
  const found = values.filter((entry) => fits(entry, wanted))
  return bounded(
    { values: found, hasMore: false },
    wanted.kind === 'all' ? found.length : undefined,
  )
}
