import type pg from 'pg'
import { activeSchema, identifier } from '../../../infra/read-models/ddl.ts'
import { coreProjections } from '../../../projections/index.ts'
import type { Dump } from '../invariants/evidence.ts'

/** Every table readers look at, row by row and to the byte, in the transaction the client is in. */
export const dumpOf = async (client: pg.ClientBase): Promise<Dump> => {
  const dump: Record<string, readonly string[]> = {}
  for (const { name, columns } of coreProjections.flatMap(({ views }) => views)) {
    const list = Object.keys(columns).map(identifier).join(', ')
    const { rows } = await client.query<{ row: string }>(
      `select row_to_json(r)::text as row
         from (select ${list} from ${identifier(activeSchema)}.${identifier(name)}) r`,
    )
    dump[name] = rows.map(({ row }) => row).sort()
  }
  return dump
}
