import type { BaseType } from '../../../shared/kernel/base-type.ts'

/** `data_type` of `information_schema.columns`, lower case. */
const baseTypes: Readonly<Record<string, BaseType>> = {
  array: 'type/Array',
  bigint: 'type/BigInteger',
  boolean: 'type/Boolean',
  character: 'type/Text',
  'character large object': 'type/Text',
  'character varying': 'type/Text',
  date: 'type/Date',
  decfloat: 'type/Decimal',
  'double precision': 'type/Float',
  enum: 'type/Text',
  integer: 'type/Integer',
  json: 'type/JSON',
  numeric: 'type/Decimal',
  real: 'type/Float',
  smallint: 'type/Integer',
  time: 'type/Time',
  'time with time zone': 'type/TimeWithTZ',
  timestamp: 'type/DateTime',
  'timestamp with time zone': 'type/DateTimeWithLocalTZ',
  tinyint: 'type/Integer',
  uuid: 'type/UUID',
  varchar_ignorecase: 'type/Text',
}

/** What cannot be compared or computed with is of no type in particular. */
export const baseTypeOf = (dataType: string): BaseType => baseTypes[dataType] ?? 'type/*'
