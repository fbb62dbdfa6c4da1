import { compileMbql } from '../../query-service/engine/mbql/compile.ts'
import { orders, shopCatalogue } from '../support/shop-catalogue.ts'
import { defaultCaps } from '../support/some-settings.ts'
import { belowResult, type Measure, quantile } from './measure.ts'

const field = (id: number, options: object | null = null) => ['field', id, options]
const { status, total, quantity, createdAt, shippedOn, paid } = orders
const source = { 'source-table': orders.table }
const month = field(createdAt, { 'temporal-unit': 'month' })
const buyers = {
  'source-table': 2,
  alias: 'P',
  fields: 'all',
  condition: ['=', field(status), field(30, { 'join-alias': 'P' })],
}

/** What people ask: rows, conditions, groups, joins, formulas, and queries of queries. */
const questions: readonly object[] = [
  source,
  { ...source, limit: 10 },
  { ...source, fields: [field(orders.id), field(total)], 'order-by': [['desc', field(total)]] },
  { ...source, filter: ['=', field(status), 'paid'] },
  { ...source, filter: ['and', ['>', field(total), 10], ['!=', field(status), 'new', 'paid']] },
  { ...source, filter: ['contains', field(status), 'pa', { 'case-sensitive': false }] },
  { ...source, filter: ['time-interval', field(createdAt), -30, 'day'] },
  { ...source, filter: ['between', field(createdAt), '2024-01-01', '2024-03-31'] },
  { ...source, aggregation: [['count']] },
  { ...source, aggregation: [['count'], ['sum', field(total)]], breakout: [field(status)] },
  { ...source, aggregation: [['sum', field(total)]], breakout: [month] },
  { ...source, aggregation: [['avg', field(total)]], breakout: [month, field(status)] },
  { ...source, aggregation: [['cum-sum', field(total)], ['cum-count']], breakout: [month] },
  { ...source, aggregation: [['share', ['=', field(paid), true]]], breakout: [field(shippedOn)] },
  {
    ...source,
    aggregation: [['count']],
    breakout: [field(total, { binning: { strategy: 'num-bins', 'num-bins': 10 } })],
  },
  { ...source, expressions: { each: ['/', field(total), field(quantity)] } },
  {
    ...source,
    expressions: { size: ['case', [[['>', field(total), 50], 'large']], { default: 'small' }] },
    aggregation: [['count']],
    breakout: [['expression', 'size']],
  },
  { ...source, joins: [buyers] },
  {
    ...source,
    joins: [buyers],
    aggregation: [['count']],
    breakout: [field(30, { 'join-alias': 'P' })],
  },
  {
    'source-query': { ...source, aggregation: [['count']], breakout: [field(status)] },
    filter: ['>', ['field', 'count', { 'base-type': 'type/Integer' }], 10],
  },
]

export const compile: Measure = {
  name: 'compile',
  about: 'from a structured question to its SQL',
  async run(stage) {
    const catalogue = shopCatalogue('postgres')
    const once = (): readonly number[] =>
      questions.map((question) => {
        const began = performance.now()
        compileMbql(question, catalogue, { maxRows: defaultCaps })
        return performance.now() - began
      })
    stage.progress('warm-up')
    for (let round = 0; round < 20; round += 1) once()
    stage.progress('compiling')
    const times = Array.from({ length: stage.quick ? 50 : 500 }, once).flat()
    const what = `compiling one of ${questions.length} questions`
    return [
      belowResult(`${what}, median`, 'ms', quantile(times, 0.5), 5),
      belowResult(`${what}, 99 of 100`, 'ms', quantile(times, 0.99), 5),
    ]
  },
}
