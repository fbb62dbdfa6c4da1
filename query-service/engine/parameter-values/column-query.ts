import type { DatasetQuery, QueryParameter } from '../../../shared/contract/dataset.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { isClause, isMap, isNothing, token } from '../../../shared/kernel/raw.ts'
import { invalid } from '../../../shared/kernel/refusal.ts'
import { readTarget, type Target } from '../mbql/parameters/target.ts'
import { start } from '../mbql/schema/clause.ts'

/** A column of a query, all of whose values are asked for. */
export type ValuesColumn = {
  /** Its rows are those the values are taken from. */
  readonly query: DatasetQuery
  /** References to the column and to one that says what its values are called. */
  readonly value: Json
  readonly label?: Json | undefined
  /** The field of the query's own table that it is, where it is one. */
  readonly own?: { readonly fieldId: number; readonly tableId: number } | undefined
  /** The saved question it is the query of. */
  readonly card?: number | undefined
  /** The saved question it is chosen from: once that is archived, it has no values. */
  readonly from?: number | undefined
}

type Query = Record<string, Json>

/**
 * What says which columns a query shows, and how many rows; what is left says where they are from. A
 * limit is no exception: what is chosen narrows the query before its rows are limited, so there may be
 * rows for values that none of those it shows now has.
 */
const shaping: ReadonlySet<string> = new Set([
  'aggregation',
  'breakout',
  'fields',
  'order-by',
  'limit',
  'page',
])

/** Its keys under the names they have here. */
export const withTokens = (query: Query): Query =>
  Object.fromEntries(Object.entries(query).map(([key, value]) => [token(key), value]))

/** A query and those it is on, the innermost first: the stages that targets count. */
const stagesOf = (query: Query): readonly Query[] => {
  const inner = withTokens(query)['source-query']
  return isMap(inner) && !('native' in withTokens(inner as Query))
    ? [...stagesOf(inner as Query), query]
    : [query]
}

const targetAt = (target: unknown): Target => readTarget(target, start('parameters.target'))

/** A parameter with something to leave out: the unit of a column does not. */
const narrows = ({ type, value, default: otherwise }: QueryParameter): boolean =>
  type !== 'temporal-unit' && !(isNothing(value) && isNothing(otherwise))

/** A parameter of the whole, on what is left of it; one of a later stage is about other rows. */
const upTo =
  (stage: number, last: number) =>
  (parameter: QueryParameter): readonly QueryParameter[] => {
    const { reference, stage: asked } = targetAt(parameter.target)
    const own = asked < 0 ? last : asked
    if (own > stage) return []
    const target = ['dimension', reference as Json, { 'stage-number': own }]
    return [{ ...parameter, target }]
  }

/** A column that is there without a join or a query in between. */
const ownField = (query: Query, { column }: Target): ValuesColumn['own'] => {
  const tableId = withTokens(query)['source-table']
  if (column.kind !== 'field' || column.joinAlias !== undefined || column.sourceField)
    return undefined
  const { id: fieldId } = column
  return typeof tableId === 'number' && typeof fieldId === 'number'
    ? { fieldId, tableId }
    : undefined
}

/**
 * The column a parameter of a structured query is about, as that query sees it: only rows and
 * columns that the query has itself can be told by it.
 * @param given other parameters with values, which narrow it
 * @throws {Refusal} 400 for a target that is no column
 */
export const columnOfTarget = (
  query: DatasetQuery,
  target: unknown,
  given: readonly QueryParameter[],
): ValuesColumn => {
  const about = targetAt(target)
  const { stage: asked } = about
  const stages = stagesOf(query.query ?? {})
  const last = stages.length - 1
  const stage = asked < 0 ? last : asked
  const found = stages[stage]
  if (!found) throw invalid('parameters.target', 'There is no stage of this number.')
  const narrowing = [...(query.parameters ?? []), ...given].filter(narrows)
  const parameters = narrowing.flatMap(upTo(stage, last))
  return {
    query: { ...query, query: found, parameters },
    value: about.reference as Json,
    own: ownField(found, about),
  }
}

/** Whether each of these parameters narrows that column: one of a later stage does not. */
export const isNarrowedBy = (
  query: DatasetQuery,
  target: unknown,
  given: readonly QueryParameter[],
): boolean => {
  const countOf = (them: readonly QueryParameter[]): number =>
    columnOfTarget(query, target, them).query.parameters?.length ?? 0
  return countOf(given) === countOf([]) + given.length
}

/**
 * The query of the distinct values of a column, sorted by what people see of them.
 * @param condition leaves those that are wanted
 */
export const distinctValues = (
  { query, value, label }: ValuesColumn,
  condition?: Json,
): DatasetQuery => {
  const { filter, ...rest } = withTokens(query.query ?? {})
  const source = Object.entries(rest).filter(([key]) => !shaping.has(key))
  const conditions: readonly Json[] = [
    ...(isClause(filter) ? [filter] : []),
    ['not-empty', value],
    ...(condition ? [condition] : []),
  ]
  return {
    ...query,
    query: {
      ...Object.fromEntries(source),
      filter: ['and', ...conditions],
      breakout: label === undefined ? [value] : [value, label],
      'order-by': [['asc', label ?? value]],
    },
  }
}
