import type { QueryParameter } from '../../../shared/contract/dataset.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import type { FieldRow } from '../../../shared/views/database.ts'
import { type ValuesColumn, withTokens } from './column-query.ts'

/** A field and where it is. */
export type FieldPlace = Pick<FieldRow, 'id' | 'table_id' | 'db_id'>

/** What another parameter says of a field. */
export type FieldFilter = {
  readonly field: FieldPlace
  readonly parameter: Pick<QueryParameter, 'type' | 'value'> & { readonly options?: unknown }
  /** Where it cannot be reached there are no values, in place of all of them. */
  readonly isBinding?: true | undefined
}

/** A foreign key and the key it points at. */
export type ForeignKey = { readonly from: FieldPlace; readonly to: FieldPlace }

/** How a table is reached: from another one, where these two fields are equal. */
type Step = { readonly from: FieldPlace; readonly to: FieldPlace }

type Ways = ReadonlyMap<number, Step>

const mostHops = 3

/** Both ways along the keys: to the one row first, the oldest key first, so that answers are stable. */
const stepsAlong = (keys: readonly ForeignKey[]): readonly Step[] => {
  const sorted = keys.toSorted((one, other) => one.from.id - other.from.id)
  return [...sorted, ...sorted.map(({ from, to }) => ({ from: to, to: from }))]
}

/** The last step of the shortest way to each table within reach. */
const waysFrom = (tableId: number, keys: readonly ForeignKey[]): Ways => {
  const steps = stepsAlong(keys)
  const ways = new Map<number, Step>()
  let reached = new Set([tableId])
  for (let hop = 0; hop < mostHops; hop += 1) {
    const next = steps.filter(({ from }) => reached.has(from.table_id))
    reached = new Set()
    for (const step of next) {
      const { table_id: to } = step.to
      if (to === tableId || ways.has(to)) continue
      ways.set(to, step)
      reached.add(to)
    }
  }
  return ways
}

/** From the start to a table, one after the other; the start itself needs none. */
const wayTo = (tableId: number, ways: Ways): readonly Step[] => {
  const last = ways.get(tableId)
  return last ? [...wayTo(last.from.table_id, ways), last] : []
}

/** Whether a field is of that table, or of one that can be reached from it. */
export const isWithinReach = (
  tableId: number,
  { table_id: id }: FieldPlace,
  keys: readonly ForeignKey[],
): boolean => id === tableId || waysFrom(tableId, keys).has(id)

type Narrowing = {
  readonly filters: readonly FieldFilter[]
  readonly keys: readonly ForeignKey[]
}

/**
 * A column, narrowed by what other parameters say of fields of the same database: of the table its
 * query is on directly, of others by way of foreign keys, along the shortest way of at most three.
 * Filters on one table are about one row of it. What cannot be reached narrows nothing.
 * @param tableId the table the query of the column is on
 */
export const chainedColumn = (
  column: ValuesColumn,
  tableId: number,
  { filters, keys }: Narrowing,
): ValuesColumn => {
  const ways = waysFrom(tableId, keys)
  const isStart = ({ table_id: id }: FieldPlace) => id === tableId
  const reference = (place: FieldPlace): Json => {
    const options = isStart(place) ? null : { 'join-alias': `table ${place.table_id}` }
    return ['field', place.id, options]
  }
  const reachable = filters.filter((it) => isStart(it.field) || ways.has(it.field.table_id))
  const steps = new Set(reachable.flatMap((it) => wayTo(it.field.table_id, ways)))
  const { query: whole } = column
  const { joins = [], ...query } = withTokens(whole.query ?? {})
  return {
    ...column,
    query: {
      ...whole,
      query: {
        ...query,
        joins: [
          ...(Array.isArray(joins) ? joins : []),
          ...[...steps].map(({ from, to }) => ({
            alias: `table ${to.table_id}`,
            'source-table': to.table_id,
            strategy: 'inner-join',
            condition: ['=', reference(from), reference(to)],
          })),
        ],
      },
      parameters: [
        ...(whole.parameters ?? []),
        ...reachable.map(({ field: about, parameter }) => ({
          ...parameter,
          target: ['dimension', reference(about)],
        })),
      ],
    },
  }
}

/** The column of a field among all rows of its table, narrowed as above. */
export const chainedValuesQuery = (
  field: FieldPlace,
  filters: readonly FieldFilter[],
  keys: readonly ForeignKey[],
): ValuesColumn => {
  const query = { 'source-table': field.table_id }
  const column: ValuesColumn = {
    query: { database: field.db_id, type: 'query', query },
    value: ['field', field.id, null],
  }
  return chainedColumn(column, field.table_id, { filters, keys })
}
