import { nowhere, plain, type SearchSource } from './sight.ts'

const inNone = { archived: false, can_write: false, collection_id: null, collection: nowhere }

export const databaseSource: SearchSource = {
  models: ['database'],
  load: async ({ views, data }, ids) => {
    const all = views.selectFrom('databases').select(['id', 'name', 'created_at', 'updated_at'])
    const rows = await (ids ? all.where('id', 'in', ids) : all).execute()
    return rows
      .filter(({ id }) => data.maySeeDatabase(id))
      .map((row) => ({
        ...plain,
        ...inNone,
        ...row,
        model: 'database' as const,
        description: null,
        database_id: row.id,
        database_name: row.name,
      }))
  },
}

/** A sync may have found a table while its database was being deleted. */
export const tableSource: SearchSource = {
  models: ['table'],
  load: async ({ views, data, databases }, ids) => {
    const all = views.selectFrom('tables').selectAll().where('active', '=', true)
    const rows = await (ids ? all.where('id', 'in', ids) : all).execute()
    return rows.flatMap((row) => {
      const databaseName = databases.get(row.db_id)
      if (databaseName === undefined || !data.mayQueryTable(row)) return []
      return [
        {
          ...plain,
          ...inNone,
          id: row.id,
          model: 'table' as const,
          name: row.display_name,
          description: row.description,
          database_id: row.db_id,
          database_name: databaseName,
          table_schema: row.schema,
          table_name: row.name,
          created_at: row.created_at,
          updated_at: row.updated_at,
        },
      ]
    })
  },
}
