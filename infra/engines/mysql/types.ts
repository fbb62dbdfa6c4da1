import type { BaseType } from '../../../shared/kernel/base-type.ts'

/** What the server says of a column of a result, as the mysql2 package hands it on. */
export type WireField = {
  name: string
  readonly columnType?: number
  readonly columnLength?: number
  readonly characterSet?: number
  readonly flags: number | string[]
  /** MariaDB: the real type behind the wire's, e.g. `uuid`, and `json` for a format. */
  readonly extendedTypeName?: string
  readonly extendedFormat?: string
}

/** How a value becomes canonical text; the words are those of `cells.ts`. */
export type CellForm =
  | 'text'
  | 'number'
  | 'single-float'
  | 'decimal'
  | 'bit'
  | 'boolean-bit'
  | 'datetime'
  | 'timestamp'
  | 'time'
  | 'bytes'
  | 'structure'

export type MysqlType = {
  readonly name: string
  readonly baseType: BaseType
  readonly form: CellForm
}

const type = (name: string, baseType: BaseType, form: CellForm): MysqlType => ({
  name,
  baseType,
  form,
})

/** By the engine's own word for the type, as `information_schema` has it. */
const named: Record<string, MysqlType> = Object.fromEntries(
  [
    type('tinyint', 'type/Integer', 'number'),
    type('smallint', 'type/Integer', 'number'),
    type('mediumint', 'type/Integer', 'number'),
    type('int', 'type/Integer', 'number'),
    type('bigint', 'type/BigInteger', 'text'),
    type('year', 'type/Integer', 'number'),
    type('float', 'type/Float', 'single-float'),
    type('double', 'type/Float', 'number'),
    type('decimal', 'type/Decimal', 'decimal'),
    type('bit', 'type/Boolean', 'bit'),
    type('date', 'type/Date', 'text'),
    type('time', 'type/Time', 'time'),
    type('datetime', 'type/DateTime', 'datetime'),
    type('timestamp', 'type/DateTimeWithLocalTZ', 'timestamp'),
    type('char', 'type/Text', 'text'),
    type('varchar', 'type/Text', 'text'),
    type('tinytext', 'type/Text', 'text'),
    type('text', 'type/Text', 'text'),
    type('mediumtext', 'type/Text', 'text'),
    type('longtext', 'type/Text', 'text'),
    type('json', 'type/JSON', 'text'),
    type('enum', 'type/*', 'text'),
    type('set', 'type/*', 'text'),
    type('uuid', 'type/UUID', 'text'),
    type('inet4', 'type/IPAddress', 'text'),
    type('inet6', 'type/IPAddress', 'text'),
    type('binary', 'type/*', 'bytes'),
    type('varbinary', 'type/*', 'bytes'),
    type('tinyblob', 'type/*', 'bytes'),
    type('blob', 'type/*', 'bytes'),
    type('mediumblob', 'type/*', 'bytes'),
    type('longblob', 'type/*', 'bytes'),
    type('geometry', 'type/*', 'structure'),
    type('vector', 'type/*', 'structure'),
    type('null', 'type/*', 'text'),
  ].map((it) => [it.name, it]),
)

export const typeNamed = (name: string): MysqlType => named[name] ?? type(name, 'type/*', 'text')

/** BIT(1) is what people use for flags; wider ones are numbers. */
export const bitType = (width: number): MysqlType =>
  width === 1 ? type('bit', 'type/Boolean', 'boolean-bit') : type('bit', 'type/BigInteger', 'bit')

/** The numbers of the wire protocol that stand for one type each. */
const wireNames: Record<number, string> = {
  0: 'decimal',
  1: 'tinyint',
  2: 'smallint',
  3: 'int',
  4: 'float',
  5: 'double',
  6: 'null',
  7: 'timestamp',
  8: 'bigint',
  9: 'mediumint',
  10: 'date',
  11: 'time',
  12: 'datetime',
  13: 'year',
  14: 'date',
  242: 'vector',
  245: 'json',
  246: 'decimal',
  247: 'enum',
  248: 'set',
  255: 'geometry',
}

const wireBit = 16
const wireGeometry = 255
const binaryCharacterSet = 63
const enumFlag = 0x100
const setFlag = 0x800

/** Text and bytes share their numbers: [as text, as bytes]. */
const stringNames: Record<number, readonly [string, string]> = {
  15: ['varchar', 'varbinary'],
  249: ['tinytext', 'tinyblob'],
  250: ['mediumtext', 'mediumblob'],
  251: ['longtext', 'longblob'],
  252: ['text', 'blob'],
  253: ['varchar', 'varbinary'],
  254: ['char', 'binary'],
}

const stringName = ({ columnType = 0, characterSet, flags }: WireField): string => {
  const bits = typeof flags === 'number' ? flags : 0
  if (bits & enumFlag) return 'enum'
  if (bits & setFlag) return 'set'
  const [text, bytes] = stringNames[columnType] ?? ['varchar', 'varbinary']
  return characterSet === binaryCharacterSet ? bytes : text
}

/** The package answers a Buffer, whatever the type is called. */
const isBytes = ({ columnType = 0, characterSet, extendedFormat }: WireField): boolean =>
  stringNames[columnType] !== undefined &&
  characterSet === binaryCharacterSet &&
  extendedFormat !== 'json'

const nameOf = (field: WireField): string => {
  const { columnType = 0 } = field
  const special = field.extendedFormat ?? field.extendedTypeName
  if (special !== undefined && named[special] && columnType !== wireGeometry) return special
  return wireNames[columnType] ?? stringName(field)
}

export const typeOfField = (field: WireField): MysqlType => {
  if (field.columnType === wireBit) return bitType(field.columnLength ?? 1)
  const found = typeNamed(nameOf(field))
  return found.form === 'text' && isBytes(field) ? { ...found, form: 'bytes' } : found
}
