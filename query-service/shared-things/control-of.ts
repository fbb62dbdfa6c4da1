import type { Json } from '../../shared/kernel/json.ts'

/** How a value is chosen. The page's script knows how each becomes a value, by these names. */
export type Control =
  | 'text'
  | 'number'
  | 'numbers'
  | 'boolean'
  | 'day'
  | 'days'
  | 'month'
  | 'quarter'
  | 'relative'
  | 'dates'
  | 'unit'
  | 'list'

const byType: Readonly<Record<string, Control>> = {
  'date/single': 'day',
  'date/range': 'days',
  'date/month-year': 'month',
  'date/quarter-year': 'quarter',
  'date/relative': 'relative',
  'date/all-options': 'dates',
  date: 'dates',
  'number/between': 'numbers',
  'number/>=': 'number',
  'number/<=': 'number',
  'temporal-unit': 'unit',
  boolean: 'boolean',
  'boolean/=': 'boolean',
  text: 'text',
  'string/contains': 'text',
  'string/does-not-contain': 'text',
  'string/starts-with': 'text',
  'string/ends-with': 'text',
}

/** Of a tag that stands for a value in SQL, nobody knows what values there are. */
const isVariable = (target: Json | undefined): boolean =>
  Array.isArray(target) && target[0] === 'variable'

/** Anything else is one of the values there are, unless its author wants it to be written. */
export const controlOf = (parameter: { readonly [key: string]: Json }): Control => {
  const { type, target, values_query_type: listed, values_source_type: source } = parameter
  const known = byType[String(type)]
  if (known) return known
  const isNumber = String(type).startsWith('number')
  const isListed = listed === 'list' || listed === 'search' || typeof source === 'string'
  if (listed !== 'none' && (isListed || !(isNumber || isVariable(target)))) return 'list'
  return isNumber ? 'number' : 'text'
}
