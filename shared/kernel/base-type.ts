/** The type paths columns carry in answers; engines map their own types to these. */
export const baseTypes = [
  'type/Text',
  'type/Integer',
  'type/BigInteger',
  'type/Float',
  'type/Decimal',
  'type/Boolean',
  'type/Date',
  'type/Time',
  'type/TimeWithTZ',
  'type/DateTime',
  'type/DateTimeWithLocalTZ',
  'type/DateTimeWithTZ',
  'type/UUID',
  'type/JSON',
  'type/Array',
  'type/Dictionary',
  'type/IPAddress',
  'type/PostgresEnum',
  'type/*',
] as const

export type BaseType = (typeof baseTypes)[number]

const set = (...types: BaseType[]): ReadonlySet<BaseType> => new Set(types)

export const numericTypes = set('type/Integer', 'type/BigInteger', 'type/Float', 'type/Decimal')
export const instantTypes = set('type/DateTime', 'type/DateTimeWithLocalTZ', 'type/DateTimeWithTZ')
export const temporalTypes = set('type/Date', 'type/Time', 'type/TimeWithTZ', ...instantTypes)
export const textTypes = set('type/Text', 'type/PostgresEnum', 'type/UUID', 'type/IPAddress')
