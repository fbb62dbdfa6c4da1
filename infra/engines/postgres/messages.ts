import type { BoundValue } from '../../../shared/ports/engine-driver.ts'
import { headerBytes } from './message-frames.ts'

/*
 * What a client says in the extended query protocol, as bytes. Written here rather than by the pg
 * package so that all messages of a query are one write, and those that never change are made once.
 */

const message = (type: string, ...parts: readonly Buffer[]): Buffer => {
  const header = Buffer.allocUnsafe(headerBytes)
  const size = parts.reduce((sum, part) => sum + part.length, 0)
  header.write(type, 'latin1')
  header.writeInt32BE(size + headerBytes - 1, 1)
  return Buffer.concat([header, ...parts], headerBytes + size)
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const int32 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}
const nothing = int32(-1)

/** What the wire carries for a bound value; the server infers the types. */
const valueBytes = (value: BoundValue): readonly Buffer[] => {
  if (value === null) return [nothing]
  const bytes = Buffer.from(String(value))
  return [int32(bytes.length), bytes]
}

/** Prepares a statement, by default the unnamed one: PostgreSQL refuses a text that holds more. */
export const parse = (sql: string, name = ''): Buffer =>
  message('P', Buffer.from(`${name}\0${sql}\0\0\0`))

/** Binds a statement, by default the unnamed one. No format codes: values go and come as text. */
export const bind = (portal: string, values: readonly BoundValue[] = [], name = ''): Buffer =>
  message(
    'B',
    Buffer.from(`${portal}\0${name}\0\0\0`),
    int16(values.length),
    ...values.flatMap(valueBytes),
    int16(0),
  )

export const describe = (portal: string): Buffer => message('D', Buffer.from(`P${portal}\0`))

/** Runs a portal for so many rows at the most; 0 for all. */
export const execute = (portal: string, rows = 0): Buffer =>
  message('E', Buffer.from(`${portal}\0`), int32(rows))

/** Forgets a named statement. */
export const close = (name: string): Buffer => message('C', Buffer.from(`S${name}\0`))

/** Asks for what the server has ready. */
export const flush = message('H')

/** Ends a run of messages: after an error the server reads on behind it. */
export const sync = message('S')

const executeUnnamed = execute('')

/** What it takes to run one statement from its text to its end, in the unnamed portal. */
export const statement = (sql: string): ((values?: readonly BoundValue[]) => Buffer) => {
  const parsed = parse(sql)
  return (values) => Buffer.concat([parsed, bind('', values), executeUnnamed])
}
