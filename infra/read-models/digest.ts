import type pg from 'pg'
import { readModelTables } from '../../shared/views/index.ts'

export type TableDigest = { readonly table: string; readonly rows: number; readonly hash: string }

/** A hash over every row of every read model, in key order: equal hashes, equal bytes. */
export const digestReadModels = async (
  client: pg.Pool | pg.ClientBase,
  schema: string,
): Promise<readonly TableDigest[]> => {
  const digests: TableDigest[] = []
  for (const view of Object.values(readModelTables)) {
    const columns = Object.keys(view.columns).map((name) => `"${name}"`)
    const key = view.key.map((name) => `"${name}"`).join(', ')
    const { rows } = await client.query<{ count: string; hash: string | null }>(
      `select count(*) as count, md5(string_agg(md5(r::text), '' order by ${key})) as hash
       from (select ${columns.join(', ')} from "${schema}"."${view.name}") r`,
    )
    const [found] = rows
    digests.push({ table: view.name, rows: Number(found?.count ?? 0), hash: found?.hash ?? '' })
  }
  return digests
}
