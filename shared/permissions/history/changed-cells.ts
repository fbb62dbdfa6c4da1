import type { GraphChange } from '../../events/permission-graph.ts'
import { type Ledger, type PairLedger, whole } from './ledger.ts'
import { laterOf } from './spell.ts'
import type { Moment, Timeline } from './timeline.ts'

export type ChangedCell = {
  readonly change: GraphChange
  /** When it last became otherwise between the two. */
  readonly since: Moment
}

const differenceOf = <T>(timeline: Timeline<T | null>, from: bigint, to: bigint) => {
  const before = timeline.at(from)
  const after = timeline.at(to)
  const since = laterOf(before?.since, after?.since)
  const values = { from: before?.value ?? null, to: after?.value ?? null }
  return since && values.from !== values.to ? { ...values, since } : undefined
}

function* changedIn(
  pair: PairLedger,
  key: { readonly group: number; readonly database: number },
  from: bigint,
  to: bigint,
): Generator<ChangedCell> {
  for (const [schema, tables] of pair.cells)
    for (const [table, cell] of tables) {
      const difference = differenceOf(cell, from, to)
      if (!difference) continue
      const { since, ...levels } = difference
      const change: GraphChange = {
        ...key,
        right: 'data',
        ...(schema !== whole.schema && { schema }),
        ...(table !== whole.table && { table }),
        ...levels,
      }
      yield { change, since }
    }
  const difference = differenceOf(pair.native, from, to)
  if (!difference) return
  const { since, ...levels } = difference
  yield { change: { ...key, right: 'native', ...levels }, since }
}

/**
 * The cells of the data graph that are otherwise at `to` than they were at `from`, in whatever order
 * the two moments come, those that ended with their group or database among them.
 */
export function* changedCells(
  { pairs }: Pick<Ledger, 'pairs'>,
  from: bigint,
  to: bigint,
): Generator<ChangedCell> {
  for (const [group, databases] of pairs)
    for (const [database, pair] of databases) yield* changedIn(pair, { group, database }, from, to)
}
