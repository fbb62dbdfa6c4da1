import type { WantedGroups } from '../../contract/permission-graph.ts'
import { invalid } from '../../kernel/refusal.ts'
import type { AccessState } from '../access-state.ts'
import { own } from '../data-access.ts'
import { knownTables } from './known-tables.ts'

type PlacesState = Pick<AccessState, 'access' | 'tableIds' | 'table'>

/**
 * Checks the schemas and tables that a request names. Whether a table is still there is no matter:
 * it may come back. Before a database is read anything may be said about its schemas, and what was
 * said may be said again.
 * @throws {Refusal} 400 for a schema, or a table in a schema, in which there never was such a one.
 */
export const checkPlaces = (state: PlacesState, wanted: WantedGroups): void => {
  const knownIn = knownTables(state)
  for (const [group, databases] of Object.entries(wanted))
    for (const [databaseKey, { data }] of Object.entries(databases)) {
      if (typeof data?.schemas !== 'object') continue
      const database = Number(databaseKey)
      const known = knownIn(database)
      const isSaid = (schema: string) => {
        const said = state.access(Number(group), database)?.schemas
        return typeof said === 'object' && own(said, schema) !== undefined
      }
      for (const [schema, tables] of Object.entries(data.schemas)) {
        const path = `groups.${group}.${database}.data.schemas.${schema}`
        if (known.size > 0 && !known.has(schema) && !isSaid(schema))
          throw invalid(path, `There is no schema "${schema}" in database ${database}.`)
        for (const id of typeof tables === 'object' ? Object.keys(tables) : []) {
          const table = state.table(Number(id))
          if (table?.databaseId !== database || table.schema !== schema)
            throw invalid(
              `${path}.${id}`,
              `There is no table ${id} in this schema of database ${database}.`,
            )
        }
      }
    }
}
