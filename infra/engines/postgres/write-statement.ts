import type { Connection } from 'pg'
import type { Cell, CompiledQuery } from '../../../shared/ports/engine-driver.ts'
import type { WriteStatement } from '../../../shared/ports/engine-writer.ts'
import { type Written, writtenRow } from '../write-engine.ts'
import { batchDecoder, lookUpTypes, rememberTypes, unknownOids, type WireField } from './columns.ts'
import type { PostgresConnection } from './connection.ts'
import { bind, close, describe, execute, parse, sync } from './messages.ts'
import type { WireRow } from './row-decoder.ts'

type Answer = {
  readonly tag: string
  readonly fields: readonly WireField[]
  /** Of many rows, nobody wants more than the first. */
  readonly first: WireRow | undefined
  readonly rows: number
}

/** The unnamed portal, of a statement that is forgotten behind it. */
const messagesOf = ({ sql, parameters }: CompiledQuery, name: string): Buffer =>
  Buffer.concat([
    parse(sql, name),
    bind('', parameters, name),
    describe(''),
    execute(''),
    ...(name === '' ? [] : [close(name)]),
    sync,
  ])

/** Sends one statement, and never two: what the pg package calls a submittable. */
const send = (
  { client }: PostgresConnection,
  query: CompiledQuery,
  statementName: string,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let fields: readonly WireField[] = []
    let first: WireRow | undefined
    let rows = 0
    let tag = ''
    client.query({
      submit: ({ stream }: Connection) => void stream.write(messagesOf(query, statementName)),
      handleRowDescription(message: { readonly fields: readonly WireField[] }) {
        fields = message.fields
      },
      handleDataRow(message: { readonly fields: WireRow }) {
        first ??= message.fields
        rows += 1
      },
      handleCommandComplete(message: { readonly text: string }) {
        tag = message.text
      },
      handleEmptyQuery: () => undefined,
      handleError: reject,
      handleReadyForQuery: () => resolve({ tag, fields, first, rows }),
    })
  })

/** `INSERT 0 1`, `UPDATE 3`; what SELECT counts was not changed. */
const affectedIn = (tag: string): number =>
  tag.startsWith('SELECT') ? 0 : Number(/ (\d+)$/.exec(tag)?.[1] ?? 0)

const rowOf = async (
  postgres: PostgresConnection,
  { fields, first }: Answer,
): Promise<readonly Cell[] | undefined> => {
  if (!first) return undefined
  const { types } = postgres
  const unknown = unknownOids(fields, types)
  if (unknown.length > 0) rememberTypes(await lookUpTypes(postgres.client, unknown), unknown, types)
  return batchDecoder(fields, types)([first])[0]
}

/**
 * Runs one statement of a transaction that has begun.
 * @param statementName for a server that is better asked by name
 */
export const runWrite = async (
  postgres: PostgresConnection,
  { query, returns }: WriteStatement,
  statementName = '',
): Promise<Written> => {
  const answer = await send(postgres, query, statementName)
  if (!returns) return { rowsAffected: affectedIn(answer.tag) }
  return { rowsAffected: answer.rows, row: writtenRow(returns, await rowOf(postgres, answer)) }
}
