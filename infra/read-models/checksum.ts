import type pg from 'pg'
import { identifier } from './ddl.ts'

export type TableChecksum = {
  readonly rows: number
  /** 16 hexadecimal digits: the sum of a hash of each row. Equal rows, in any order, equal sums. */
  readonly checksum: string
}

/** Counts a table's rows and sums up their hashes, over these columns in this order. */
export const checksumOf = async (
  client: pg.Pool | pg.ClientBase,
  schema: string,
  table: string,
  columns: readonly string[],
): Promise<TableChecksum> => {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as sum
       from (select ${columns.map(identifier).join(', ')}
               from ${identifier(schema)}.${identifier(table)}) r`,
  )
  const [{ rows: count, sum } = { rows: '0', sum: '0' }] = rows
  const bits = BigInt.asUintN(64, BigInt(sum))
  return { rows: Number(count), checksum: bits.toString(16).padStart(16, '0') }
}
