import { expect, test } from '@jest/globals'
import { compileMbql } from '../../../../query-service/engine/mbql/compile.ts'
import { rulesOf } from '../../../../shared/contract/engine-rules.ts'
import { QueryProblem } from '../../../../shared/ports/engine-driver.ts'
import { functionNames } from '../../../../shared/sql/functions.ts'
import { openPipelineShop } from '../../../support/pipeline-shop.ts'
import { defaultCaps } from '../../../support/some-settings.ts'

const { lab, table, field } = openPipelineShop()
const [id, amount, kind, soldAt] = ['id', 'amount', 'kind', 'sold_at'].map((it) =>
  field(`sales.${it}`),
)
const join = (strategy: string) => ({
  joins: [
    {
      'source-table': table('people'),
      alias: 'P',
      strategy,
      condition: ['=', id, field('people.id', { 'join-alias': 'P' })],
    },
  ],
})
const computed = (x: unknown) => ({ expressions: { x } })
const aggregated = (...aggregation: readonly unknown[]) => ({ aggregation })
const along = (aggregation: unknown) => ({ aggregation: [aggregation], breakout: [kind] })

/** A question that needs the feature. */
const questions: Readonly<Record<string, object>> = {
  'basic-aggregations': aggregated(['count'], ['sum', amount], ['distinct', kind]),
  'standard-deviation-aggregations': aggregated(['stddev', amount], ['var', amount]),
  'advanced-math-expressions': computed(['log', ['power', ['sqrt', ['exp', amount]], 2]]),
  binning: { breakout: [field('sales.amount', { binning: { strategy: 'default' } })] },
  'case-sensitivity-string-filter-options': {
    filter: ['contains', kind, 'W', { 'case-sensitive': false }],
  },
  'convert-timezone': computed(['convert-timezone', soldAt, 'Asia/Tokyo']),
  'date-arithmetics': computed(['datetime-add', soldAt, 1, 'quarter']),
  'datetime-diff': computed(['datetime-diff', soldAt, ['now'], 'month']),
  'distinct-where': aggregated(['distinct-where', kind, ['>', amount, 1]]),
  'expression-aggregations': aggregated(['/', ['sum', amount], ['count']]),
  'expression-literals': computed(['concat', 'a', 1]),
  expressions: computed(['+', amount, 1]),
  'expressions/date': computed(['date', kind]),
  'expressions/datetime': computed(['datetime', kind]),
  'expressions/float': computed(['float', kind]),
  'expressions/integer': computed(['integer', kind]),
  'expressions/text': computed(['text', amount]),
  'inner-join': join('inner-join'),
  'left-join': join('left-join'),
  'nested-queries': { 'source-query': { 'source-table': table('sales'), limit: 1 } },
  now: computed(['now']),
  regex: computed(['regex-match-first', kind, '[a-z]+']),
  'set-timezone': { breakout: [soldAt] },
  'split-part': computed(['split-part', kind, ' ', 2]),
  'temporal-extract': computed(['temporal-extract', soldAt, 'week-of-year-iso']),
  'window-functions/cumulative': along(['cum-sum', amount]),
  'window-functions/offset': along(['offset', {}, ['sum', amount], -1]),
}

/** What the driver and the text of native queries bring. */
const elsewhere = new Set(['native-parameters', 'nested-fields'])

const compile = (query: object) =>
  compileMbql(
    'source-query' in query ? query : { 'source-table': table('sales'), ...query },
    lab.catalogue,
    { maxRows: defaultCaps },
  )

test('all that is claimed compiles, and all that compiles is claimed', () => {
  const features = rulesOf('mongo')?.features ?? []
  expect(features.filter((it) => !elsewhere.has(it)).toSorted()).toEqual(
    Object.keys(questions).toSorted(),
  )
  for (const question of Object.values(questions))
    expect(JSON.parse(compile(question).compiled.sql)).toMatchObject({ collection: 'sales' })
})

test.each([
  ['right-join', join('right-join')],
  ['full-join', join('full-join')],
  ['percentile-aggregations', aggregated(['median', amount])],
])('%s fails by its name', (feature, question) => {
  const problem = new QueryProblem(
    'unsupported-feature',
    `The engine "mongo" does not support the feature "${feature}".`,
  )
  expect(() => compile(question)).toThrow(problem)
})

test('there is a pipeline for every function of a value', () => {
  const text = new Set(['split-part', 'substring'])
  for (const name of functionNames) {
    const more = text.has(name) ? (name === 'split-part' ? [' ', 1] : [1]) : []
    const isOfNumbers = /^(?:[-+*/]|abs|ceil|exp|floor|log|power|round|sqrt)$/.test(name)
    const args = isOfNumbers ? [amount, 2] : [kind, ...(more.length > 0 ? more : ['a', 'b'])]
    const taken = args.slice(0, arity[name] ?? args.length)
    expect(() => compile(computed([name, ...taken]))).not.toThrow()
  }
})

const arity: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'abs ceil exp floor log round sqrt date datetime domain float host integer length lower'
      .split(' ')
      .map((it) => [it, 1]),
  ),
  ...Object.fromEntries(
    'ltrim path rtrim subdomain text trim upper'.split(' ').map((it) => [it, 1]),
  ),
  'regex-match-first': 2,
}
