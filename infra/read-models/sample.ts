import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { View } from '../../shared/views/view.ts'
import { identifier } from './ddl.ts'

export type AnyRow = Readonly<Record<string, unknown>>

/**
 * A share of a table's keys, drawn by a hash: SQL and we draw the same ones, so that a row that is
 * missing shows as well as one that is wrong. Another seed draws others.
 */
export type Sampling = { readonly seed: string; readonly oneIn: number }

const separator = '\u001f'

/** Whether a row with this key is one of the sample. */
export const isSampled = ({ seed, oneIn }: Sampling, view: View, row: AnyRow): boolean => {
  const key = view.key.map((column) => String(row[column])).join(separator)
  const digest = createHash('md5')
    .update(seed + key)
    .digest()
  return digest.readUInt32BE(0) % oneIn === 0
}

/** The rows of the sample that a table holds. */
export const sampledRows = async (
  client: pg.ClientBase,
  schema: string,
  view: View,
  { seed, oneIn }: Sampling,
): Promise<readonly AnyRow[]> => {
  const key = view.key.map((column) => `${identifier(column)}::text`).join(', ')
  const digest = `md5($1 || concat_ws('${separator}', ${key}))`
  const { rows } = await client.query(
    `select ${Object.keys(view.columns).map(identifier).join(', ')}
       from ${identifier(schema)}.${identifier(view.name)}
      where ('x' || substr(${digest}, 1, 8))::bit(32)::bigint % $2 = 0`,
    [seed, oneIn],
  )
  return rows
}
