import { invalid } from '../../../shared/kernel/refusal.ts'
import type { Filter } from './ast/filter.ts'
import type { Aggregation, Join, Mbql, MetricRef, Source } from './ast.ts'
import type { Catalogue } from './catalogue.ts'
import { goneSource } from './resolve/gone-source.ts'

type Cards = NonNullable<Catalogue['card']>

/** A metric, its own metrics put in, for one place where a query uses it. */
type Metric = { readonly id: number; readonly name: string; readonly query: Mbql }

type Asked = Mbql['aggregations'][number]

const isMetric = (asked: Asked): asked is Aggregation<MetricRef> =>
  asked.expression.kind === 'metric'

const isPlain = (asked: Asked): asked is Aggregation => !isMetric(asked)

/** The aggregations of a query that `withMetrics` has made. */
export const plainAggregations = ({ aggregations }: Mbql): readonly Aggregation[] => {
  if (aggregations.every(isPlain)) return aggregations
  throw new Error('a query was resolved before its metrics were put in')
}

const isSameSource = (one: Source, other: Source): boolean =>
  (one.kind === 'table' || one.kind === 'card') && one.kind === other.kind && one.id === other.id

/** Its aggregation has to mean the same in another query. @throws {Refusal} 400 */
const refuseUnlessMovable = ({ source, joins, expressions }: Mbql, { id, path }: MetricRef) => {
  const isNested = source.kind !== 'table' && source.kind !== 'card'
  if (isNested || joins.length > 0 || expressions.length > 0)
    throw invalid(
      path,
      `Metric ${id} has joins, expressions or a query inside: it cannot be used in another query.`,
    )
}

/** @throws {Refusal} 404 for a question that is not there, 400 for one that is no such metric */
const openMetric = (ref: MetricRef, cards: Cards, around: readonly number[]): Metric => {
  const { id, path } = ref
  const saved = cards(id)
  if (!saved) throw goneSource(id)
  if (saved.kind !== 'query' || saved.metric === undefined)
    throw invalid(path, `The saved question ${id} is no metric.`)
  if (around.includes(id)) throw invalid(path, `Metric ${id} is built on itself.`)
  refuseUnlessMovable(saved.query, ref)
  return { id, name: saved.metric, query: expand(saved.query, cards, [...around, id]) }
}

/** The one aggregation of a metric, under its name where the caller has none for it. */
const aggregationOf = (asked: Asked, { id, name, query }: Metric): Aggregation => {
  const [own, another] = plainAggregations(query)
  if (!own || another) throw invalid(asked.path, `Metric ${id} has not just one aggregation.`)
  return { displayName: name, ...asked, expression: own.expression }
}

const conjunction = (filters: readonly Filter[]): Pick<Mbql, 'filter'> => {
  const [first, ...rest] = filters
  if (!first) return {}
  return { filter: rest.length === 0 ? first : { kind: 'and', filters } }
}

const expandLevel = (query: Mbql, cards: Cards, around: readonly number[]): Mbql => {
  const metrics = new Map<number, Metric>()
  for (const { expression } of query.aggregations.filter(isMetric))
    if (!metrics.has(expression.id))
      metrics.set(expression.id, openMetric(expression, cards, around))
  if (metrics.size === 0) return query
  // On top of a metric means on what that is on: its own rows are already totals.
  const under = query.source.kind === 'card' ? metrics.get(query.source.id) : undefined
  const source = under ? { ...under.query.source, path: query.source.path } : query.source
  const aggregations = query.aggregations.map((asked) => {
    const metric = isMetric(asked) ? metrics.get(asked.expression.id) : undefined
    if (!metric) return asked
    if (!isSameSource(metric.query.source, source))
      throw invalid(asked.path, `Metric ${metric.id} is about another table or saved question.`)
    return aggregationOf(asked, metric)
  })
  const own = [...metrics.values()].map((metric) => metric.query.filter)
  const filters = [query.filter, ...own].flatMap((filter) => filter ?? [])
  return { ...query, source, aggregations, ...conjunction(filters) }
}

const expand = (query: Mbql, cards: Cards, around: readonly number[]): Mbql => {
  const inside = <T extends Source>(source: T): Source =>
    source.kind === 'query' ? { ...source, query: expand(source.query, cards, around) } : source
  const join = (one: Join): Join => ({ ...one, source: inside(one.source) })
  const { source, joins } = query
  return expandLevel({ ...query, source: inside(source), joins: joins.map(join) }, cards, around)
}

/**
 * A query with what its metrics stand for, wherever they stand in it: the aggregation of each, whose
 * filter then holds for the query. Metrics are questions about the same table or saved question.
 * @throws {Refusal} 404 for a metric that is not there, 400 for one that cannot stand there
 */
export const withMetrics = (query: Mbql, cards: Cards = () => undefined): Mbql =>
  expand(query, cards, [])
