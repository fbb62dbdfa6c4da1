import type { Writer } from '../../shared/views/change-set.ts'
import type { View } from '../../shared/views/view.ts'

type AnyRow = Record<string, unknown>

/** Read models in memory, by the name of their table; rows by their key. */
export type MemoryTables = Map<string, Map<string, AnyRow>>

const matches = (where: AnyRow) => (row: AnyRow) =>
  Object.entries(where).every(([column, value]) => row[column] === value)

const rowsOf = (tables: MemoryTables, view: View): Map<string, AnyRow> => {
  const rows = tables.get(view.name) ?? new Map<string, AnyRow>()
  tables.set(view.name, rows)
  return rows
}

/** A row's key as text. */
export const keyText = (view: View, row: AnyRow): string =>
  JSON.stringify(view.key.map((column) => row[column]))

/**
 * Does what it is told at once: what a writer means, without any collapsing. Rows that are not
 * `kept` are as if they had never been written.
 */
export const writeInto = (
  tables: MemoryTables,
  kept: (view: View, row: AnyRow) => boolean = () => true,
): Writer => {
  const patch = (view: View, row: AnyRow, set: AnyRow) =>
    rowsOf(tables, view).set(keyText(view, row), { ...row, ...set })
  const matching = (view: View, where: AnyRow) =>
    [...rowsOf(tables, view).values()].filter(matches(where))
  return {
    put: (view, row) => {
      if (kept(view, row)) rowsOf(tables, view).set(keyText(view, row), row)
    },
    patch: (view, key, set) => {
      const row = rowsOf(tables, view).get(keyText(view, key))
      if (row) patch(view, row, set)
    },
    remove: (view, key) => void rowsOf(tables, view).delete(keyText(view, key)),
    patchWhere: (view, where, set) => {
      for (const row of matching(view, where)) patch(view, row, set)
    },
    removeWhere: (view, where) => {
      for (const row of matching(view, where)) rowsOf(tables, view).delete(keyText(view, row))
    },
  }
}
