import type { Cell } from '../../../shared/ports/engine-driver.ts'
import type { Batch } from '../result.ts'
import { trimFraction } from '../trim-fraction.ts'
import type { CellForm, MysqlType } from './types.ts'
import { type OffsetAt, offsetText } from './zone.ts'

/** What the mysql2 package makes of the binary protocol under our options. */
export type WireValue = string | number | Buffer | object | null

export type Row = WireValue[]

type Decode = (value: WireValue) => Cell

/** Undefined where the package's text is canonical already. */
export type ColumnDecoder = Decode | undefined

const textOf = (value: WireValue): string => {
  if (typeof value === 'string') return value
  return Buffer.isBuffer(value) ? `0x${value.toString('hex')}` : String(value)
}

/** The shortest digits that name a single-precision number: `1.1`, not `1.100000023841858`. */
const singleFloat = (value: number): string => {
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return String(short)
  }
  return String(value)
}

const unsigned = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex') || '0'}`)

/** `2020-01-01 10:00:00.500000` → `2020-01-01T10:00:00.5`. */
const isoDateTime = (text: string): string => {
  const iso = text.length > 10 ? `${text.slice(0, 10)}T${text.slice(11)}` : `${text}T00:00:00`
  return iso.length > 19 ? trimFraction(iso) : iso
}

/** The zero date is no instant: it is shown as it stands. */
const zonedDateTime = (text: string, offsetAt: OffsetAt): string => {
  const iso = isoDateTime(text)
  return iso.startsWith('0000-') ? iso : iso + offsetText(offsetAt(iso))
}

const decoders: Record<CellForm, (offsetAt: OffsetAt) => ColumnDecoder> = {
  text: () => undefined,
  number: () => textOf,
  'single-float': () => (value) => (typeof value === 'number' ? singleFloat(value) : textOf(value)),
  decimal: () => (value) => trimFraction(textOf(value)),
  bit: () => (value) => (Buffer.isBuffer(value) ? String(unsigned(value)) : textOf(value)),
  'boolean-bit': () => (value) =>
    Buffer.isBuffer(value) ? String(unsigned(value) !== 0n) : textOf(value),
  datetime: () => (value) => isoDateTime(textOf(value)),
  timestamp: (offsetAt) => (value) => zonedDateTime(textOf(value), offsetAt),
  time: () => (value) => trimFraction(textOf(value)),
  bytes: () => textOf,
  structure: () => (value) =>
    typeof value === 'object' && !Buffer.isBuffer(value) ? JSON.stringify(value) : textOf(value),
}

/** The decoder of a type in a session whose time zone has these offsets. */
export const decoderOf = ({ form }: MysqlType, offsetAt: OffsetAt): ColumnDecoder =>
  decoders[form](offsetAt)

/**
 * Makes cells of values, in place and column by column: most columns need nothing, and this is the
 * inner loop of every export.
 */
export const decodeRows = (rows: Row[], columns: readonly ColumnDecoder[]): Batch => {
  for (const [index, decode] of columns.entries()) {
    if (!decode) continue
    for (const row of rows) {
      const value = row[index] ?? null
      if (value !== null) row[index] = decode(value)
    }
  }
  return rows as Cell[][] // Columns without a decoder hold text only.
}
