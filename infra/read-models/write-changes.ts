import type { ClientBase } from 'pg'
import type { Change, MatchChange, RowChanges } from '../../shared/views/change-set.ts'
import type { View } from '../../shared/views/view.ts'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const list = (names: readonly string[], prefix = '') =>
  names.map((name) => `${prefix}${quote(name)}`).join(', ')

const set = (columns: readonly string[], from: string) =>
  columns.map((column) => `${quote(column)} = ${from}.${quote(column)}`).join(', ')

type Statement = { text: string; values: readonly unknown[] }

/**
 * Rows travel as one JSON document a statement: any number of them, one plan. Only the columns in
 * question are taken out of it, which is most of what a statement costs.
 */
const records = (view: View, columns: readonly string[], parameter: string, name: string) => {
  const typed = columns.map((column) => `${quote(column)} ${view.columns[column]?.sql}`)
  return `json_to_recordset(${parameter}) as ${name}(${typed.join(', ')})`
}

const sameKey = (view: View) =>
  view.key.map((column) => `t.${quote(column)} = s.${quote(column)}`).join(' and ')

const putRows = (table: string, view: View, rows: RowChanges): Statement[] => {
  if (rows.put.size === 0) return []
  const columns = Object.keys(view.columns)
  const updates = columns.filter((column) => !view.key.includes(column))
  const onConflict =
    updates.length === 0 ? 'do nothing' : `do update set ${set(updates, 'excluded')}`
  return [
    {
      text: `insert into ${table} (${list(columns)})
             select ${list(columns)} from ${records(view, columns, '$1', 's')}
             on conflict (${list(view.key)}) ${onConflict}`,
      values: [JSON.stringify([...rows.put.values()])],
    },
  ]
}

/** Patches that set the same columns go together. */
const patchRows = (table: string, view: View, rows: RowChanges): Statement[] => {
  const byColumns = new Map<string, { columns: string[]; rows: unknown[] }>()
  for (const { key, set } of rows.patch.values()) {
    const columns = Object.keys(set).sort()
    const name = columns.join()
    const group = byColumns.get(name) ?? { columns, rows: [] }
    group.rows.push({ ...key, ...set })
    byColumns.set(name, group)
  }
  return [...byColumns.values()]
    .filter(({ columns }) => columns.length > 0)
    .map(({ columns, rows: patched }) => ({
      text: `update ${table} t set ${set(columns, 's')}
             from ${records(view, [...view.key, ...columns], '$1', 's')} where ${sameKey(view)}`,
      values: [JSON.stringify(patched)],
    }))
}

const removeRows = (table: string, view: View, rows: RowChanges): Statement[] =>
  rows.remove.size === 0
    ? []
    : [
        {
          text: `delete from ${table} t using ${records(view, view.key, '$1', 's')}
                 where ${sameKey(view)}`,
          values: [JSON.stringify([...rows.remove.values()])],
        },
      ]

const matchRows = (table: string, change: MatchChange): Statement[] => {
  const where = Object.keys(change.where)
  const match = where.map((c) => `t.${quote(c)} = w.${quote(c)}`).join(' and ')
  const { view } = change
  const matching = records(view, where, '$1', 'w')
  const values = [JSON.stringify([change.where])]
  if (!change.set)
    return [{ text: `delete from ${table} t using ${matching} where ${match}`, values }]
  const columns = Object.keys(change.set)
  return [
    {
      text: `update ${table} t set ${set(columns, 's')}
             from ${matching}, ${records(view, columns, '$2', 's')} where ${match}`,
      values: [...values, JSON.stringify([change.set])],
    },
  ]
}

const statementsOf = (schema: string, change: Change): Statement[] => {
  const table = `${quote(schema)}.${quote(change.view.name)}`
  if (change.kind === 'match') return matchRows(table, change)
  return [
    ...removeRows(table, change.view, change),
    ...putRows(table, change.view, change),
    ...patchRows(table, change.view, change),
  ]
}

/** Writes changes in their order, in the transaction the client is in. */
export const writeChanges = async (
  client: ClientBase,
  schema: string,
  changes: readonly Change[],
): Promise<void> => {
  for (const change of changes)
    for (const { text, values } of statementsOf(schema, change))
      await client.query(text, [...values])
}
