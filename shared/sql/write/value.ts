import type { BaseType } from '../../kernel/base-type.ts'
import type { Json } from '../../kernel/json.ts'
import { bound, type Fragment } from '../fragment.ts'
import { date, integer, literal, text, timeWithZone, uuid } from './plain-values.ts'
import { bytes, document, list } from './structured-values.ts'
import type { Place, Taking } from './taking.ts'
import type { WriteColumn } from './target.ts'

/** All others take texts, which the engine reads as it reads those in quotes. */
const byBaseType: { readonly [B in BaseType]?: Taking } = {
  'type/Integer': integer,
  'type/BigInteger': integer,
  'type/Float': literal,
  'type/Decimal': literal,
  'type/Boolean': literal,
  'type/Date': date,
  'type/Time': literal,
  'type/TimeWithTZ': timeWithZone,
  'type/DateTime': literal,
  'type/DateTimeWithLocalTZ': literal,
  'type/DateTimeWithTZ': literal,
  'type/UUID': uuid,
  'type/JSON': document,
  'type/Array': list,
}

const byteTypes =
  /^(?:bytea|(?:tiny|medium|long)?blob|binary|varbinary|binary varying|binary large object)$/

const takingOf = ({ base_type, database_type }: WriteColumn['field']): Taking =>
  byBaseType[base_type] ?? (byteTypes.test(database_type) ? bytes : text)

/**
 * A value for a column, bound.
 * @throws {Refusal} 400 that names the parameter, for what the column does not take
 */
export const valueFor = (column: WriteColumn, value: Json, place: Place): Fragment =>
  value === null ? bound(null) : takingOf(column.field)(value, column, place)
