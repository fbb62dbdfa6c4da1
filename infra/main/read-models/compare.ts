import type pg from 'pg'
import type { TableVerdict } from '../../../shared/ports/projection-overview.ts'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { checksumOf } from '../../read-models/checksum.ts'
import { schemaOf, witness } from '../../read-models/ddl.ts'
import { relationsIn } from '../../read-models/switch-views.ts'

export type ComparedTable = Omit<TableVerdict, 'sample'>

/** Compares the tables of a build with those readers look at, in the columns both have. */
export const compareTables = async (
  client: pg.ClientBase,
  build: Build,
  active: Build | undefined,
): Promise<readonly ComparedTable[]> => {
  const own = await relationsIn(client, schemaOf(build))
  const live = active ? await relationsIn(client, schemaOf(active)) : new Map<string, never>()
  const compared: ComparedTable[] = []
  for (const [table, columns] of [...own].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (table === witness) continue
    const theirs = live.get(table)
    const shared = columns.filter(
      ({ name, type }) =>
        !theirs || theirs.some((column) => column.name === name && column.type === type),
    )
    const names = shared.map(({ name }) => name)
    const found = await checksumOf(client, schemaOf(build), table, names)
    if (!theirs || !active) {
      compared.push({ table, ...found, live: null })
      continue
    }
    const there = await checksumOf(client, schemaOf(active), table, names)
    const equal = there.rows === found.rows && there.checksum === found.checksum
    compared.push({ table, ...found, live: { ...there, columns: names, equal } })
  }
  return compared
}
