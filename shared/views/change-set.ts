import type { Row, View } from './view.ts'

type AnyRow = Record<string, unknown>

/** One table's changes between two barriers, collapsed per key: the last word on each row. */
export type RowChanges = {
  readonly kind: 'rows'
  readonly view: View
  readonly put: Map<string, AnyRow>
  readonly patch: Map<string, { key: AnyRow; set: AnyRow }>
  readonly remove: Map<string, AnyRow>
}
/** Removes or patches every row that matches; all earlier changes of the table come before it. */
export type MatchChange = {
  readonly kind: 'match'
  readonly view: View
  readonly where: AnyRow
  readonly set: AnyRow | undefined
}
export type Change = RowChanges | MatchChange

/** What a projection may do: whole rows, parts of rows, and no reading. */
export type Writer = {
  put<V extends View>(view: V, row: Row<V>): void
  patch<V extends View>(view: V, key: Partial<Row<V>>, set: Partial<Row<V>>): void
  remove<V extends View>(view: V, key: Partial<Row<V>>): void
  patchWhere<V extends View>(view: V, where: Partial<Row<V>>, set: Partial<Row<V>>): void
  removeWhere<V extends View>(view: V, where: Partial<Row<V>>): void
}

const keyOf = (view: View, row: AnyRow): string =>
  JSON.stringify(view.key.map((column) => row[column]))

const keyColumns = (view: View, row: AnyRow): AnyRow =>
  Object.fromEntries(view.key.map((column) => [column, row[column]]))

/**
 * The changes of a batch of events, collapsed in memory so that a row touched a hundred times is
 * written once. Tables are independent of each other; within one, order is kept across barriers.
 */
export class ChangeSet implements Writer {
  readonly #steps = new Map<string, Change[]>()

  /** Every change in the order it must be applied, table by table. */
  changes(): readonly Change[] {
    return [...this.#steps.values()].flat()
  }

  get isEmpty(): boolean {
    return this.#steps.size === 0
  }

  put<V extends View>(view: V, row: Row<V>): void {
    const rows = this.#rows(view)
    const key = keyOf(view, row)
    rows.remove.delete(key)
    rows.patch.delete(key)
    rows.put.set(key, row)
  }

  patch<V extends View>(view: V, key: Partial<Row<V>>, set: Partial<Row<V>>): void {
    const rows = this.#rows(view)
    const name = keyOf(view, key)
    const whole = rows.put.get(name)
    if (whole) rows.put.set(name, { ...whole, ...set })
    else if (!rows.remove.has(name))
      rows.patch.set(name, { key, set: { ...rows.patch.get(name)?.set, ...set } })
  }

  remove<V extends View>(view: V, key: Partial<Row<V>>): void {
    const rows = this.#rows(view)
    const name = keyOf(view, key)
    rows.put.delete(name)
    rows.patch.delete(name)
    rows.remove.set(name, keyColumns(view, key))
  }

  patchWhere<V extends View>(view: V, where: Partial<Row<V>>, set: Partial<Row<V>>): void {
    this.#stepsOf(view).push({ kind: 'match', view, where, set })
  }

  removeWhere<V extends View>(view: V, where: Partial<Row<V>>): void {
    this.#stepsOf(view).push({ kind: 'match', view, where, set: undefined })
  }

  #stepsOf(view: View): Change[] {
    const steps = this.#steps.get(view.name) ?? []
    this.#steps.set(view.name, steps)
    return steps
  }

  #rows(view: View): RowChanges {
    const steps = this.#stepsOf(view)
    const last = steps.at(-1)
    if (last?.kind === 'rows') return last
    const rows: RowChanges = {
      kind: 'rows',
      view,
      put: new Map(),
      patch: new Map(),
      remove: new Map(),
    }
    steps.push(rows)
    return rows
  }
}

/** What `change` writes, held back to be played later, or never. Throws what `change` throws. */
export const heldBack = (change: (write: Writer) => void): ((write: Writer) => void) => {
  const calls: ((write: Writer) => void)[] = []
  change({
    put: (view, row) => calls.push((write) => write.put(view, row)),
    patch: (view, key, set) => calls.push((write) => write.patch(view, key, set)),
    remove: (view, key) => calls.push((write) => write.remove(view, key)),
    patchWhere: (view, where, set) => calls.push((write) => write.patchWhere(view, where, set)),
    removeWhere: (view, where) => calls.push((write) => write.removeWhere(view, where)),
  })
  return (write) => {
    for (const call of calls) call(write)
  }
}
