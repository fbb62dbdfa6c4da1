import { type Json, unstorablePath } from '../../kernel/json.ts'
import type { Taking } from './taking.ts'
import { type WriteColumn, wrongValue } from './target.ts'

/** JSON in a text, as forms send it and as it is read; undefined where it is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refuseUnstorable = (value: unknown, column: WriteColumn): void => {
  if (unstorablePath(value) !== undefined)
    throw wrongValue(column, 'A text may not hold U+0000 or a lone surrogate.')
}

export const document: Taking = (value, column, { dialect }) => {
  // A text is sent on as it is: its numbers may have more digits than ours.
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const read = parsed(text)
  if (read === undefined) throw wrongValue(column, 'This field takes JSON.')
  refuseUnstorable(read, column)
  return dialect.writes.json(text)
}

const isList = (value: unknown): value is readonly Json[] => Array.isArray(value)

export const list: Taking = (value, column, { dialect }) => {
  const values = typeof value === 'string' ? parsed(value) : value
  if (!isList(values) || !dialect.writes.list)
    throw wrongValue(column, 'This field takes a list of values.')
  refuseUnstorable(values, column)
  return dialect.writes.list(values)
}

const hexText = /^0x((?:[0-9a-f]{2})*)$/i
const mostBytes = 65_536

/** As they are read: hex digits. */
export const bytes: Taking = (value, column, { dialect }) => {
  const hex = hexText.exec(String(value))?.[1]
  if (hex === undefined) throw wrongValue(column, 'This field takes bytes as hex digits: 0x0aff.')
  if (hex.length > 2 * mostBytes)
    throw wrongValue(column, `This field takes ${mostBytes} bytes at the most.`)
  return dialect.writes.bytes(hex.toLowerCase())
}
