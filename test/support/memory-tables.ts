import { applyBatch } from '../../projections/runtime/apply.ts'
import type { Feed } from '../../projections/runtime/feed.ts'
import { type MemoryTables, writeInto } from '../../projections/runtime/memory-tables.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'
import type { Message } from '../../shared/kernel/decider.ts'
import type { Change } from '../../shared/views/change-set.ts'
import type { Row, View } from '../../shared/views/view.ts'
import { recorded, reveal } from './recorded.ts'

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
    for (const { key, set } of change.patch.values()) {
      // Postgres would be told the column twice.
      const isKeySet = view.key.some((column) => column in set)
      if (isKeySet) throw new Error(`a patch of ${view.name} sets its key`)
      write.patch(view, key, set)
    }
  }
}

/** Rows of a table, in the order of their keys. */
export const rowsIn = <V extends View>(tables: MemoryTables, view: V): readonly Row<V>[] =>
  [...(tables.get(view.name) ?? new Map<string, Row<V>>())]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row as Row<V>)

/** Projections at the beginning of the log. */
export const feedsFrom = (projections: readonly AnyProjection[]): readonly Feed[] =>
  projections.map((projection) => ({ projection, position: 0n, leftBehind: new Set<string>() }))

/** The read models after a history in which every second brings an event. */
export const projected = (projections: readonly AnyProjection[], ...history: Message[]) => {
  const events = history.map((message, index) => recorded(message, index + 1))
  const { outcomes, stopped } = applyBatch(feedsFrom(projections), events, reveal)
  if (stopped) throw new Error(stopped.failure.error)
  const tables: MemoryTables = new Map()
  for (const { changes, failures } of outcomes.values()) {
    const [failure] = failures
    if (failure) throw new Error(failure.error)
    applyChanges(tables, changes.changes())
  }
  return { rows: <V extends View>(view: V) => rowsIn(tables, view) }
}
