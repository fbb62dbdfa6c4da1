import type { Json } from '../../../../shared/kernel/json.ts'
import type { ResolvedValue } from '../../../../shared/sql/literal.ts'
import { zoneOrUtc } from '../../shape/time-zone.ts'
import type { Term } from '../term.ts'
import { unsupported } from './context.ts'

type Encode = (text: string, zone: string) => Json

/** What a `Decimal128` holds. */
const mostDigits = 34

const digitsOf = (text: string): number => text.replace(/[eE].*$|\D/g, '').replace(/^0+/, '').length

const dateOf = (iso: string): Json => ({ $date: iso })

/** `YYYY-MM-DD[ HH:MM:SS[.ffffff]]` by the clock of a zone. */
const local: Encode = (text, zone) => {
  const wall = (text.length === 10 ? `${text}T00:00:00` : text).replace(' ', 'T')
  const offset = zoneOrUtc(zone).offsetAtLocal(Date.parse(`${wall}Z`))
  return dateOf(new Date(`${wall}${offset}`).toISOString())
}

const asNumber: Encode = (text) => Number(text)

const encoders: { readonly [T in ResolvedValue['type']]: Encode } = {
  inferred: (text) => text,
  text: (text) => text,
  boolean: (text) => text === 'true',
  integer: (text) =>
    Number.isSafeInteger(Number(text)) ? Number(text) : { $numberLong: String(BigInt(text)) },
  // Beside a double a decimal would be another number: 0.1 is none that a double holds.
  decimal: asNumber,
  float: asNumber,
  date: local,
  datetime: local,
  instant: (text) => dateOf(new Date(`${text.replace(' ', 'T')}Z`).toISOString()),
  time: () => unsupported('time-of-day'),
}

/** A bound value as EJSON. */
export const encode = ({ value, type }: ResolvedValue, zone: string): Json =>
  value === null ? null : encoders[type](String(value), zone)

/** Whether the database holds the term's values as decimals. */
const isDecimal = (term: Term): boolean => {
  switch (term.kind) {
    case 'column':
      return term.databaseType.startsWith('decimal')
    case 'binned':
    case 'window':
      return isDecimal(term.of)
    case 'call':
      return term.args.some(isDecimal)
    case 'aggregate':
      return term.argument !== undefined && isDecimal(term.argument)
    case 'case':
      return [
        ...term.branches.map(({ then }) => then),
        ...(term.otherwise ? [term.otherwise] : []),
      ].some(isDecimal)
    default:
      return false
  }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

export const isObjectId = (term: Term): boolean =>
  term.kind === 'column' && term.databaseType.toLowerCase() === 'objectid'

/** A bound value as what it is compared with is held. */
export const encodeBeside = (value: ResolvedValue, neighbour: Term, zone: string): Json => {
  const text = String(value.value)
  if (neighbour.baseType === 'type/UUID' && uuid.test(text)) return { $uuid: text.toLowerCase() }
  if (isObjectId(neighbour) && /^[\da-f]{24}$/i.test(text)) return { $oid: text.toLowerCase() }
  const staysDecimal = value.type === 'decimal' && isDecimal(neighbour)
  return staysDecimal && digitsOf(text) <= mostDigits
    ? { $numberDecimal: text }
    : encode(value, zone)
}
