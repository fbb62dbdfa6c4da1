import type { BaseType } from '../../../shared/kernel/base-type.ts'

/** How the text of a value becomes canonical; the words are those of `cells.ts`. */
export type CellForm =
  | 'as-is'
  | 'boolean'
  | 'decimal'
  | 'digits'
  | 'double'
  | 'timestamp'
  | 'timestamptz'
  | 'timetz'
  | 'bytes'
  | 'escaped-bytes'
  | 'array'
  | 'composite'

export type PostgresType = {
  readonly name: string
  readonly baseType: BaseType
  readonly form: CellForm
  /** Of arrays: the type of the elements, and what separates them. */
  readonly element?: PostgresType
  readonly delimiter?: string
}

type Known = readonly [name: string, baseType: BaseType, form: CellForm]

/** Types with a fixed oid, which therefore need no look into the catalogue. */
const known: Record<number, Known> = {
  16: ['bool', 'type/Boolean', 'boolean'],
  17: ['bytea', 'type/*', 'bytes'],
  18: ['char', 'type/Text', 'as-is'],
  19: ['name', 'type/Text', 'as-is'],
  20: ['int8', 'type/BigInteger', 'as-is'],
  21: ['int2', 'type/Integer', 'as-is'],
  23: ['int4', 'type/Integer', 'as-is'],
  25: ['text', 'type/Text', 'as-is'],
  26: ['oid', 'type/BigInteger', 'as-is'],
  114: ['json', 'type/JSON', 'as-is'],
  142: ['xml', 'type/Text', 'as-is'],
  600: ['point', 'type/*', 'as-is'],
  650: ['cidr', 'type/IPAddress', 'as-is'],
  700: ['float4', 'type/Float', 'as-is'],
  701: ['float8', 'type/Float', 'as-is'],
  705: ['unknown', 'type/Text', 'as-is'],
  790: ['money', 'type/*', 'as-is'],
  869: ['inet', 'type/IPAddress', 'as-is'],
  1042: ['bpchar', 'type/Text', 'as-is'],
  1043: ['varchar', 'type/Text', 'as-is'],
  1082: ['date', 'type/Date', 'as-is'],
  1083: ['time', 'type/Time', 'as-is'],
  1114: ['timestamp', 'type/DateTime', 'timestamp'],
  1184: ['timestamptz', 'type/DateTimeWithLocalTZ', 'timestamptz'],
  1186: ['interval', 'type/*', 'as-is'],
  1266: ['timetz', 'type/TimeWithTZ', 'timetz'],
  1700: ['numeric', 'type/Decimal', 'decimal'],
  2249: ['record', 'type/*', 'composite'],
  2278: ['void', 'type/*', 'as-is'],
  2950: ['uuid', 'type/UUID', 'as-is'],
  3802: ['jsonb', 'type/JSON', 'as-is'],
}

/** Array types with a fixed oid and the oid of their elements. */
const knownArrays: Record<number, number> = {
  199: 114,
  1000: 16,
  1001: 17,
  1005: 21,
  1007: 23,
  1009: 25,
  1014: 1042,
  1015: 1043,
  1016: 20,
  1021: 700,
  1022: 701,
  1041: 869,
  1115: 1114,
  1182: 1082,
  1183: 1083,
  1185: 1184,
  1231: 1700,
  2287: 2249,
  2951: 2950,
  3807: 3802,
}

const arrayOf = (name: string, element: PostgresType, delimiter = ','): PostgresType => ({
  name,
  baseType: 'type/Array',
  form: 'array',
  element,
  delimiter,
})

const plain = ([name, baseType, form]: Known): PostgresType => ({ name, baseType, form })

/** The type behind an oid, or undefined when only the catalogue knows. */
export const fixedType = (oid: number): PostgresType | undefined => {
  const own = known[oid]
  if (own) return plain(own)
  const element = known[knownArrays[oid] ?? 0]
  return element && arrayOf(`_${element[0]}`, plain(element))
}

/** A row of `pg_type` as both lookups read it; `kind` is `typtype`, `category` `typcategory`. */
export type CatalogueType = {
  readonly oid: number
  readonly name: string
  readonly kind: string
  readonly category: string
  readonly delimiter: string
  /** Of arrays: the element's. */
  readonly element: Omit<CatalogueType, 'element' | 'delimiter' | 'category'> | undefined
}

/** Types of extensions that mean the same wherever they are installed. */
const byName: Record<string, BaseType> = { citext: 'type/Text', hstore: 'type/*' }

const named = (oid: number, name: string, kind: string): PostgresType => {
  const fixed = fixedType(oid)
  if (fixed) return fixed
  if (kind === 'e') return { name, baseType: 'type/PostgresEnum', form: 'as-is' }
  if (kind === 'c') return { name, baseType: 'type/*', form: 'composite' }
  return { name, baseType: byName[name] ?? 'type/*', form: 'as-is' }
}

export const typeFromCatalogue = (row: CatalogueType): PostgresType => {
  const fixed = fixedType(row.oid)
  if (fixed) return fixed
  if (row.category === 'A' && row.element) {
    const { oid, name, kind } = row.element
    return arrayOf(row.name, named(oid, name, kind), row.delimiter)
  }
  return named(row.oid, row.name, row.kind)
}
