import type { Cell } from '../../../../shared/ports/engine-driver.ts'

/** Values of the breakouts of an axis, the outermost first; fewer than there are for a total. */
export type Key = readonly Cell[]

/** A place on an axis: one of its groups, or the total of several that begin alike. */
export type Entry = { readonly key: Key; readonly isTotal: boolean }

type Node = { readonly key: Key; readonly children: Map<Cell, Node>; leaves: number }

/** The groups of one side of a pivot table: those of an outer value together, as first seen. */
export type Axis = {
  /** Called once for each group. */
  add(key: Key): void
  /** The groups; those of an outer value that has several are followed by their total, if wanted. */
  entries(withTotals: boolean): Generator<Entry, void, undefined>
  /** How many entries these are. */
  count(withTotals: boolean): number
}

const openNode = (key: Key): Node => ({ key, children: new Map(), leaves: 0 })

/** Of so many breakouts; of none there is one group, which holds everything. */
export const openAxis = (depth: number): Axis => {
  const root = openNode([])
  const isTotalled = ({ key, leaves }: Node): boolean =>
    key.length > 0 && key.length < depth && leaves > 1

  function* walk(node: Node, withTotals: boolean): Generator<Entry, void, undefined> {
    if (node.key.length === depth) yield { key: node.key, isTotal: false }
    for (const child of node.children.values()) yield* walk(child, withTotals)
    if (withTotals && isTotalled(node)) yield { key: node.key, isTotal: true }
  }

  const totalsIn = (node: Node): number => {
    let count = isTotalled(node) ? 1 : 0
    for (const child of node.children.values()) count += totalsIn(child)
    return count
  }

  return {
    add: (key) => {
      let node = root
      node.leaves += 1
      for (const value of key) {
        const child = node.children.get(value) ?? openNode([...node.key, value])
        node.children.set(value, child)
        child.leaves += 1
        node = child
      }
    },
    entries: (withTotals) => walk(root, withTotals),
    count: (withTotals) => {
      if (depth === 0) return 1
      return root.leaves + (withTotals ? totalsIn(root) : 0)
    },
  }
}
