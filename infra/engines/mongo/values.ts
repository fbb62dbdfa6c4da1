import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  DBRef,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'mongodb'
import type { BaseType } from '../../../shared/kernel/base-type.ts'
import { trimFraction } from '../trim-fraction.ts'

/** One kind of value a document may hold. */
export type ValueKind = {
  /** The server's own word for it (`$type`), in lower case. */
  readonly databaseType: string
  readonly baseType: BaseType
}

type Kind = ValueKind & {
  readonly text: (value: never) => string
  /** Stands in JSON without quotes, unless it is no finite number. */
  readonly bare?: true
}

const kind = <T>(
  databaseType: string,
  baseType: BaseType,
  text: (value: T) => string,
  more: { bare?: true } = {},
): Kind => ({ databaseType, baseType, text, ...more })

const bare = { bare: true } as const

const uuidPattern = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/

/** `2026-07-01T12:00:00.500Z` → `2026-07-01T12:00:00.5Z`. */
const instant = (date: Date): string =>
  Number.isNaN(date.getTime())
    ? 'Invalid date'
    : `${trimFraction(date.toISOString().slice(0, -1))}Z`

const number = (value: number): string => (value === 0 ? '0' : String(value))

const hex = (value: Binary): string => Buffer.from(value.value()).toString('hex')

const text = kind<string>('string', 'type/Text', (value) => value)
const boolean = kind<boolean>('bool', 'type/Boolean', String, bare)
const double = kind<Double | number>('double', 'type/Float', (value) => number(Number(value)), bare)
const date = kind<Date>('date', 'type/DateTimeWithLocalTZ', instant)
const bytes = kind<Binary>('bindata', 'type/*', (value) => `0x${hex(value)}`)
const uuid = kind<Binary>('uuid', 'type/UUID', (value) =>
  hex(value).replace(uuidPattern, '$1-$2-$3-$4-$5'),
)
const list = kind<readonly unknown[]>('array', 'type/Array', (value) => jsonOf(value))
const document = kind<object>('object', 'type/Dictionary', (value) => jsonOf(value))

/** The package's own classes; a document that only looks like one of them is a document. */
const classes: ReadonlyMap<object, Kind> = new Map<object, Kind>([
  [ObjectId.prototype, kind<ObjectId>('objectid', 'type/Text', (value) => value.toHexString())],
  [Int32.prototype, kind<Int32>('int', 'type/Integer', String, bare)],
  [Double.prototype, double],
  [
    Timestamp.prototype,
    kind<Timestamp>('timestamp', 'type/*', (it) => `Timestamp(${it.t}, ${it.i})`),
  ],
  [Long.prototype, kind<Long>('long', 'type/BigInteger', String, bare)],
  [
    Decimal128.prototype,
    kind<Decimal128>('decimal', 'type/Decimal', (it) => trimFraction(String(it)), bare),
  ],
  [Date.prototype, date],
  [
    BSONRegExp.prototype,
    kind<BSONRegExp>('regex', 'type/*', (it) => `/${it.pattern}/${it.options}`),
  ],
  [BSONSymbol.prototype, kind<BSONSymbol>('symbol', 'type/Text', (value) => value.value)],
  [Code.prototype, kind<Code>('javascript', 'type/*', (value) => String(value.code))],
  [DBRef.prototype, kind<DBRef>('dbref', 'type/Dictionary', (value) => jsonOf(value.toJSON()))],
  [MinKey.prototype, kind('minkey', 'type/*', () => 'MinKey')],
  [MaxKey.prototype, kind('maxkey', 'type/*', () => 'MaxKey')],
])

const isUuid = (value: Binary): boolean =>
  value.sub_type === Binary.SUBTYPE_UUID && value.length() === 16

const ofObject = (value: object): Kind => {
  if (Array.isArray(value)) return list
  if (value instanceof Binary) return isUuid(value) ? uuid : bytes
  return classes.get(Object.getPrototypeOf(value)) ?? document
}

export const isPlainDocument = (value: unknown): value is Record<string, unknown> =>
  kindOf(value) === document

/** What a value is; undefined for null and for what is not there. */
const kindOf = (value: unknown): Kind | undefined => {
  if (value === null || value === undefined) return undefined
  if (typeof value === 'string') return text
  if (typeof value === 'boolean') return boolean
  return typeof value === 'object' ? ofObject(value) : double
}

export const valueKindOf = (value: unknown): ValueKind | undefined => kindOf(value)

const write = (found: Kind, value: unknown): string => found.text(value as never)

/** A value as the canonical text of a cell. */
export const cellOf = (value: unknown): string | null => {
  const found = kindOf(value)
  return found === undefined ? null : write(found, value)
}

const finite = /^[-\dft]/

/** What a document holds, as JSON text: in it, values are told as in cells. */
const jsonOf = (value: unknown): string => {
  const found = kindOf(value)
  if (found === undefined) return 'null'
  if (found === list) return `[${(value as readonly unknown[]).map(jsonOf).join(',')}]`
  if (found === document)
    return `{${Object.entries(value as object)
      .map(([key, inner]) => `${JSON.stringify(key)}:${jsonOf(inner)}`)
      .join(',')}}`
  const told = write(found, value)
  if (found.databaseType === 'dbref') return told
  return found.bare && finite.test(told) && told !== '-Infinity' ? told : JSON.stringify(told)
}
