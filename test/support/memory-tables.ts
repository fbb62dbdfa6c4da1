import { applyBatch, quarantineOf, subscribersOf } from '../../projections/runtime/apply.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import type { Change, Writer } from '../../shared/views/change-set.ts'
import type { Row, View } from '../../shared/views/view.ts'
import { recorded, reveal } from './recorded.ts'

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

const keyOf = (view: View, row: AnyRow) => JSON.stringify(view.key.map((column) => row[column]))

/** Does what it is told at once: what a writer means, without any collapsing. */
export const writeInto = (tables: MemoryTables): Writer => {
  const patch = (view: View, row: AnyRow, set: AnyRow) =>
    rowsOf(tables, view).set(keyOf(view, row), { ...row, ...set })
  const matching = (view: View, where: AnyRow) =>
    [...rowsOf(tables, view).values()].filter(matches(where))
  return {
    put: (view, row) => void rowsOf(tables, view).set(keyOf(view, row), row),
    patch: (view, key, set) => {
      const row = rowsOf(tables, view).get(keyOf(view, key))
      if (row) patch(view, row, set)
    },
    remove: (view, key) => void rowsOf(tables, view).delete(keyOf(view, key)),
    patchWhere: (view, where, set) => {
      for (const row of matching(view, where)) patch(view, row, set)
    },
    removeWhere: (view, where) => {
      for (const row of matching(view, where)) rowsOf(tables, view).delete(keyOf(view, row))
    },
  }
}

/** Applies collapsed changes as a store does: removals, whole rows, parts of rows. */
export const applyChanges = (tables: MemoryTables, changes: readonly Change[]): void => {
  const write = writeInto(tables)
  for (const change of changes) {
    const view: View = change.view
    if (change.kind === 'match') {
      if (change.set) write.patchWhere(view, change.where, change.set)
      else write.removeWhere(view, change.where)
      continue
    }
    for (const key of change.remove.values()) write.remove(view, key)
    for (const row of change.put.values()) write.put(view, row as Row<View>)
    for (const { key, set } of change.patch.values()) write.patch(view, key, set)
  }
}

/** Rows of a table, in the order of their keys. */
export const rowsIn = <V extends View>(tables: MemoryTables, view: V): readonly Row<V>[] =>
  [...(tables.get(view.name) ?? new Map<string, Row<V>>())]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row as Row<V>)

/** The read models after a history in which every second brings an event. */
export const projected = (projections: readonly AnyProjection[], ...history: Message[]) => {
  const events = history.map((message, index) => recorded(message, index + 1))
  const applied = applyBatch(subscribersOf(projections), events, reveal, quarantineOf([]))
  if (applied.stopped) throw new Error(applied.stopped.error)
  const [failure] = applied.failures
  if (failure) throw new Error(failure.error)
  const tables: MemoryTables = new Map()
  applyChanges(tables, applied.changes.changes())
  return { rows: <V extends View>(view: V) => rowsIn(tables, view) }
}
