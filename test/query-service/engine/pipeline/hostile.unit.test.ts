import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { compileMbql } from '../../../../query-service/engine/mbql/compile.ts'
import type { Json } from '../../../../shared/kernel/json.ts'
import { openCollections } from '../../../support/pipeline-shop.ts'
import { defaultCaps } from '../../../support/some-settings.ts'

const payloads = [
  '$amount',
  '$$ROOT',
  '$$outer1',
  '$_id.b0',
  '{"$ne": null}',
  '$literal',
  '__proto__',
  'constructor',
  'a.b',
  'a.$b',
  '.',
  '7',
  '',
  `'"\\`,
  '.*',
  '(?:',
  '[^a]',
  '\\E',
  'a|b$',
  '\u2028\n',
  '😀',
]

/** A collection with one document for each payload, and fields by hostile names. */
const named = ['$amount', 'a.$b', 'x y', '7', '__proto__', 'constructor', 'é']
const text = ['string', 'type/Text'] as const
const shape = {
  things: {
    id: ['int', 'type/Integer'],
    text,
    ...Object.fromEntries(named.map((name) => [name, text])),
  },
} as const
const documents = payloads.map((payload, index) => ({
  id: index,
  text: payload,
  amount: 'leaked',
  a: { $b: 'value of a.$b' },
  ...Object.fromEntries(named.map((name) => [name, `value of ${name}`])),
}))
const { lab, table, field } = openCollections(shape, { things: documents })
const [id, subject] = [field('things.id'), field('things.text')]
const ask = (query: object) => lab.ask({ 'source-table': table('things'), ...query })
const x = (expression: unknown) => ({
  expressions: { x: expression },
  fields: [['expression', 'x']],
  limit: 1,
})

describe.each(payloads)('%j', (payload) => {
  const place = payloads.indexOf(payload)

  test('is a value wherever a value can stand', async () => {
    const ordered = { fields: [id], 'order-by': [['asc', id]] }
    const having = (holds: (text: string) => boolean) =>
      payloads.flatMap((it, index) => (holds(it) ? [[index]] : []))
    expect(await ask({ ...ordered, filter: ['=', subject, payload] })).toEqual([[place]])
    expect(await ask({ ...ordered, filter: ['!=', subject, payload, 'other'] })).toEqual(
      having((it) => it !== payload),
    )
    expect(await ask({ ...ordered, filter: ['contains', subject, payload] })).toEqual(
      having((it) => it.includes(payload)),
    )
    expect(await ask({ ...ordered, filter: ['ends-with', ['trim', subject], payload] })).toEqual(
      having((it) => it.trim().endsWith(payload)),
    )
    const cases = ['case', [[['=', ['upper', subject], payload.toUpperCase()], payload]]]
    expect(await ask({ ...x(cases), filter: ['=', id, place] })).toEqual([[payload]])
    expect(await ask(x(['concat', payload, '|', payload]))).toEqual([[`${payload}|${payload}`]])
    expect(await ask(x(['coalesce', ['case', [[['=', id, -1], 'no']]], payload]))).toEqual([
      [payload],
    ])
    expect(
      await ask({
        ...x(['replace', subject, payload || 'never', '$amount']),
        filter: ['=', id, place],
      }),
    ).toEqual([[payload === '' ? '' : '$amount']])
  })

  test('is a name wherever a name can stand', async () => {
    const name = payload.trim() || 'n'
    const aggregation = [['aggregation-options', ['count'], { name }]]
    expect(await ask({ aggregation })).toEqual([[payloads.length]])
    const nested = {
      'source-table': table('things'),
      expressions: { [name]: ['+', id, 1] },
      fields: [['expression', name]],
      filter: ['=', id, 3],
    }
    const outer = ['field', name, { 'base-type': 'type/Integer' }]
    const around = { 'source-query': nested, fields: [outer], 'order-by': [['asc', outer]] }
    expect(await lab.ask(around)).toEqual([[4]])
    const joined = {
      joins: [
        {
          'source-table': table('things'),
          alias: name,
          condition: ['=', id, field('things.id', { 'join-alias': name })],
        },
      ],
    }
    const partner = field('things.text', { 'join-alias': name })
    expect(await ask({ ...joined, fields: [partner], filter: ['=', id, place] })).toEqual([
      [payload],
    ])
  })
})

test.each(named)('the field %j is read and compared', async (name) => {
  const column = field(`things.${name}`)
  const value = `value of ${name}`
  const [row] = await ask({
    fields: [column],
    filter: ['=', column, value],
    'order-by': [['asc', column]],
    limit: 1,
  })
  expect(row).toEqual([value])
  expect(await ask({ breakout: [column], aggregation: [['distinct', column]] })).toEqual([
    [value, 1],
  ])
})

/** Where values stand for themselves: in `$literal`, and beside the operators of a `$match`. */
const besideValues = new Set([
  '$literal',
  '$eq',
  '$nin',
  '$in',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$regex',
])

const strayIn = (value: Json, marker: string, inMatch: boolean): boolean => {
  if (typeof value === 'string') return value.includes(marker)
  if (typeof value !== 'object' || value === null) return false
  if (Array.isArray(value)) return value.some((it) => strayIn(it, marker, inMatch))
  return Object.entries(value).some(([key, inner]) => {
    if (key === '$literal' || (inMatch && besideValues.has(key))) return false
    const isMatch = key === '$match' || (inMatch && key !== '$expr')
    return key.includes(marker) || strayIn(inner, marker, isMatch)
  })
}

test('no text of the caller ever stands where an expression could', () => {
  const dangerous = fc.constantFrom('$', '$$', '$$ROOT.', '$a.', '').map((it) => `${it}marker`)
  const value = fc.constantFrom<(text: string) => unknown>(
    (it) => ['=', subject, it],
    (it) => ['!=', ['lower', subject], it, `${it}2`],
    (it) => ['does-not-contain', subject, it],
    (it) => ['starts-with', ['concat', subject, it], it],
    (it) => ['<', ['coalesce', subject, it], it],
    (it) => ['between', subject, it, `${it}z`],
    (it) => ['=', ['regex-match-first', subject, it], ['split-part', it, it, 1]],
    (it) => ['is-empty', ['case', [[['=', subject, it], it]], { default: it }]],
  )
  fc.assert(
    fc.property(dangerous, fc.array(value, { minLength: 1, maxLength: 4 }), (it, values) => {
      const conditions = values.map((one) => one(it))
      const filter = conditions.length > 1 ? ['or', ...conditions] : conditions[0]
      const { sql } = compileMbql(
        {
          'source-table': table('things'),
          expressions: { e: ['concat', it, subject] },
          filter,
          aggregation: [
            ['count-where', filter],
            ['distinct', ['replace', subject, it, it]],
          ],
          breakout: [['expression', 'e']],
        },
        lab.catalogue,
        { maxRows: defaultCaps },
      ).compiled
      expect(strayIn(JSON.parse(sql).pipeline, 'marker', false)).toBe(false)
    }),
    { numRuns: 150 },
  )
})
