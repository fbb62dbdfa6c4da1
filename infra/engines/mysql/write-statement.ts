import type { Cell, CompiledQuery } from '../../../shared/ports/engine-driver.ts'
import type { WriteStatement } from '../../../shared/ports/engine-writer.ts'
import { untilAborted } from '../../until-aborted.ts'
import { type Written, writtenRow } from '../write-engine.ts'
import { decodeRows, decoderOf, type Row } from './cells.ts'
import type { MysqlConnection } from './connection.ts'
import { hideNames } from './hide-names.ts'
import { typeOfField, type WireField } from './types.ts'
import type { OffsetAt } from './zone.ts'

type Header = { readonly affectedRows: number }

const isHeader = (result: unknown): result is Header =>
  typeof result === 'object' && result !== null && 'affectedRows' in result

type Answer = {
  readonly affected: number
  readonly rows: number
  readonly row: readonly Cell[] | undefined
}

/** Runs one prepared statement; of its rows, if it has any, nobody wants more than the first. */
const send = (
  { connection, lost }: MysqlConnection,
  { sql, parameters }: CompiledQuery,
  offsetAt: OffsetAt,
): Promise<Answer> => {
  const answered = new Promise<Answer>((resolve, reject) => {
    let affected = 0
    let rows = 0
    let row: readonly Cell[] | undefined
    let read: (cells: Row) => readonly Cell[] | undefined = () => undefined
    const command = connection.execute({ sql, values: [...parameters] })
    command.on('fields', (fields: WireField[] | undefined) => {
      if (!fields) return
      const decoders = fields.map((field) => decoderOf(typeOfField(field), offsetAt))
      read = (cells) => decodeRows([cells], decoders)[0]
      hideNames(fields)
    })
    command.on('result', (result: unknown) => {
      if (Array.isArray(result)) {
        rows += 1
        row ??= read(result)
      } else if (isHeader(result)) affected = result.affectedRows
    })
    command.on('error', reject)
    command.on('end', () => resolve({ affected, rows, row }))
  })
  return untilAborted(answered, lost)
}

/** MariaDB's statements that change and answer rows say nothing else. */
const isReturning = ({ sql }: CompiledQuery): boolean => /\breturning\b/i.test(sql)

/** Runs one statement of a transaction that has begun, and reads back what it wrote. */
export const runWrite = async (
  mysql: MysqlConnection,
  { query, returns, readBack }: WriteStatement,
  offsetAt: OffsetAt,
): Promise<Written> => {
  const { affected, rows } = await send(mysql, query, offsetAt)
  const rowsAffected = rows > 0 && isReturning(query) ? rows : affected
  if (!returns || !readBack) return { rowsAffected }
  const { row } = await send(mysql, readBack, offsetAt)
  return { rowsAffected, row: writtenRow(returns, row) }
}
