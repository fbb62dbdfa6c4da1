import type { Pool } from 'pg'
import type { FieldValues } from '../../shared/ports/field-values.ts'

type Cached = { distinct_values: readonly unknown[]; has_more: boolean }

export const postgresFieldValues = (pool: Pool): FieldValues => ({
  async get(fieldId) {
    const { rows } = await pool.query<Cached>({
      name: 'field_values.get',
      text: 'select distinct_values, has_more from side.field_values where field_id = $1',
      values: [fieldId],
    })
    const [cached] = rows
    return cached && { values: cached.distinct_values, hasMore: cached.has_more }
  },

  async put(databaseId, fieldId, values, hasMore) {
    await pool.query({
      name: 'field_values.put',
      text: `insert into side.field_values (field_id, database_id, distinct_values, has_more)
             values ($1, $2, $3, $4)
             on conflict (field_id) do update set database_id = excluded.database_id,
               distinct_values = excluded.distinct_values, has_more = excluded.has_more,
               updated_at = now()`,
      values: [fieldId, databaseId, JSON.stringify(values), hasMore],
    })
  },

  async known(fieldIds) {
    if (fieldIds.length === 0) return new Set()
    const { rows } = await pool.query<{ field_id: number }>({
      name: 'field_values.known',
      text: 'select field_id from side.field_values where field_id = any($1)',
      values: [fieldIds],
    })
    return new Set(rows.map(({ field_id }) => field_id))
  },

  async retain(databaseId, fieldIds) {
    await pool.query(
      'delete from side.field_values where database_id = $1 and not field_id = any($2)',
      [databaseId, fieldIds],
    )
  },

  async discard(databaseId) {
    await pool.query('delete from side.field_values where database_id = $1', [databaseId])
  },

  async sweep(keepDatabases, olderThanSeconds) {
    const { rowCount } = await pool.query(
      `delete from side.field_values where not database_id = any($1)
          and updated_at < now() - make_interval(secs => $2)`,
      [keepDatabases, olderThanSeconds],
    )
    return rowCount ?? 0
  },
})
