import { plainDigits } from '../plain-digits.ts'
import { trimFraction } from '../trim-fraction.ts'
import { type Literal, parseArray, parseComposite } from './array-literal.ts'
import type { CellForm, PostgresType } from './types.ts'

/** The engine's text of one value → canonical text. */
export type Decode = (text: string) => string

/** `+02` → `+02:00`, `+00` → `Z`. */
const offsetText = (offset: string): string => {
  if (offset.length === 3) return offset === '+00' ? 'Z' : `${offset}:00`
  return offset
}

const isoWithT = (text: string): string => {
  const gap = text.indexOf(' ')
  // `infinity` has no gap; years before Christ stay as the engine prints them.
  if (gap < 0 || text.endsWith(' BC')) return text
  return `${text.slice(0, gap)}T${text.slice(gap + 1)}`
}

/** Local mean times had seconds in their offset: they are moved into the time, same instant. */
const withoutOffsetSeconds = (local: string, offset: string): string => {
  const sign = offset.startsWith('-') ? 1 : -1
  const moved = new Date(Date.parse(`${local}Z`) + sign * Number(offset.slice(7)) * 1000)
  const fraction = /\.\d+$/.exec(local)?.[0] ?? ''
  return `${moved.toISOString().slice(0, 19)}${fraction}${offsetText(offset.slice(0, 6))}`
}

const timestamptz: Decode = (text) => {
  const iso = isoWithT(text)
  const start = Math.max(iso.lastIndexOf('+'), iso.lastIndexOf('-'))
  if (iso.length === text.length && !iso.includes('T')) return text
  const local = iso.slice(0, start)
  const offset = iso.slice(start)
  return offset.length > 6 ? withoutOffsetSeconds(local, offset) : local + offsetText(offset)
}

const timetz: Decode = (text) => {
  const start = Math.max(text.lastIndexOf('+'), text.lastIndexOf('-'))
  return text.slice(0, start) + offsetText(text.slice(start))
}

/** Bytes as text, those that cannot be printed as `\\377`, a backslash doubled → `0xff`. */
const hexOfEscaped: Decode = (text) => {
  const plain = text.replace(/\\(\d{3}|\\)/g, (_, escaped: string) =>
    escaped === '\\' ? escaped : String.fromCharCode(Number.parseInt(escaped, 8)),
  )
  return `0x${Buffer.from(plain, 'latin1').toString('hex')}`
}

const scalarDecoders: Record<Exclude<CellForm, 'array' | 'composite'>, Decode | undefined> = {
  'as-is': undefined,
  boolean: (text) => (text === 't' ? 'true' : 'false'),
  decimal: trimFraction,
  digits: (text) => trimFraction(plainDigits(text)),
  double: (text) => String(Number(text)),
  timestamp: isoWithT,
  timestamptz,
  timetz,
  bytes: (text) => `0${text.slice(1)}`,
  'escaped-bytes': hexOfEscaped,
}

const jsonNumber = /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/

/** An element's canonical text as a JSON value: numbers, booleans and json are not quoted. */
const jsonOf = (element: PostgresType, decode: Decode | undefined, literal: Literal): string => {
  if (literal === null) return 'null'
  if (typeof literal !== 'string')
    return `[${literal.map((item) => jsonOf(element, decode, item)).join(',')}]`
  const text = decode ? decode(literal) : literal
  if (unquoted.has(element.baseType) && (element.baseType !== 'type/JSON' || text !== ''))
    return isNumeric.has(element.baseType) && !jsonNumber.test(text) ? JSON.stringify(text) : text
  return JSON.stringify(text)
}

const isNumeric: ReadonlySet<string> = new Set([
  'type/Integer',
  'type/BigInteger',
  'type/Float',
  'type/Decimal',
])
const unquoted: ReadonlySet<string> = new Set([...isNumeric, 'type/Boolean', 'type/JSON'])

const text: PostgresType = { name: 'text', baseType: 'type/Text', form: 'as-is' }

/** The decoder of a type; undefined where the engine's text is canonical already. */
export const decoderOf = (type: PostgresType): Decode | undefined => {
  if (type.form === 'composite') return (value) => jsonOf(text, undefined, parseComposite(value))
  if (type.form !== 'array') return scalarDecoders[type.form]
  const element = type.element ?? text
  const decode = decoderOf(element)
  // A composite's canonical text is JSON already.
  const shown =
    element.form === 'composite' ? { ...element, baseType: 'type/JSON' as const } : element
  return (value) => jsonOf(shown, decode, parseArray(value, type.delimiter))
}
