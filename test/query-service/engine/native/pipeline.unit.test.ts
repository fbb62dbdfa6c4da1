import { describe, expect, test } from '@jest/globals'
import type { Catalogue } from '../../../../query-service/engine/mbql/catalogue.ts'
import { nativeStatement } from '../../../../query-service/engine/native/statement.ts'
import type { GivenParameter } from '../../../../shared/sql/template/given.ts'
import { parseNative } from '../../../../shared/sql/template/native-query.ts'
import { valueFor, whyNot } from '../../../support/native-lab.ts'
import { orders, shopCatalogue } from '../../../support/shop-catalogue.ts'

const catalogue: Catalogue = {
  ...shopCatalogue('mongo'),
  snippet: (_, name) => (name === 'open' ? '{"$match": {"status": {{text}}}}' : undefined),
}

const tags = {
  text: {},
  n: { type: 'number' },
  day: { type: 'date' },
  yes: { type: 'boolean' },
  f: { type: 'dimension', dimension: ['field', orders.status, null] },
  on: { type: 'dimension', dimension: ['field', orders.createdAt, null] },
  unit: { type: 'temporal-unit', dimension: ['field', orders.createdAt, null] },
}

const unsaved = { isSaved: false, timeZone: 'UTC', weekStart: 'sunday' } as const

const bind = (
  query: string,
  parameters: readonly GivenParameter[] = [],
  more: object = { collection: 'orders' },
) => {
  const native = parseNative({ query, 'template-tags': tags, ...more })
  return nativeStatement(native, parameters, catalogue, unsaved)
}

const pipeline = (query: string, values: object = {}, types: Record<string, string> = {}) => {
  const given = Object.entries(values).map(([tag, it]) => valueFor(tag, it, { type: types[tag] }))
  const { sql, parameters } = bind(query, given).compiled
  expect(parameters).toEqual([])
  return JSON.parse(sql).pipeline
}

describe('a pipeline of the caller', () => {
  test('stands beside its collection, or holds it', () => {
    const sql = '{"collection":"orders","pipeline":[{"$limit":1}]}'
    expect(bind('[{"$limit": 1}]').compiled).toEqual({ sql, parameters: [] })
    expect(bind(sql, [], {}).compiled.sql).toBe(sql)
    expect(bind(sql).shown({ pretty: true })).toContain('\n')
  })

  test.each<[string, object, unknown]>([
    ['[{"$match": {"n": {{n}}}}]', { n: 5 }, [{ $match: { n: 5 } }]],
    ['[{"$match": {"n": {{n}}}}]', { n: '1.5' }, [{ $match: { n: 1.5 } }]],
    ['[{"$match": {"n": {"$in": [{{n}}]}}}]', { n: '1,2' }, [{ $match: { n: { $in: [1, 2] } } }]],
    ['[{"$match": {"a": {{text}}}}]', { text: 'x"}]' }, [{ $match: { a: 'x"}]' } }]],
    ['[{"$match": {"a": "{{text}}"}}]', { text: '"\\' }, [{ $match: { a: '"\\' } }]],
    ['[{"$match": {"a": "^{{text}}-{{n}}"}}]', { text: 'x', n: 3 }, [{ $match: { a: '^x-3' } }]],
    ['[{"$match": {"b": {{yes}}}}]', { yes: 'true' }, [{ $match: { b: true } }]],
    [
      '[{"$match": {"d": {"$gt": {{day}}}}}]',
      { day: '2024-01-02' },
      [{ $match: { d: { $gt: { $date: '2024-01-02T00:00:00.000Z' } } } }],
    ],
    [
      '[{"$match": {"_id": {"$oid": "{{text}}"}}}]',
      { text: 'ab' },
      [{ $match: { _id: { $oid: 'ab' } } }],
    ],
    ['[{"$match": {{f}}}]', { f: ['open'] }, [{ $match: { status: { $eq: 'open' } } }]],
    ['[{"$match": {{f}}}]', { f: ['$x'] }, [{ $match: { status: { $eq: '$x' } } }]],
    ['[{"$match": {{f}}}]', {}, [{ $match: {} }]],
    ['[{"$limit": 1}[[, {"$match": {{f}}}]]]', {}, [{ $limit: 1 }]],
    ['[{"$limit": 1}[[, {"$skip": {{n}}}]]]', { n: 2 }, [{ $limit: 1 }, { $skip: 2 }]],
    ['[{"$match": {"a": [[1, 2], [3]]}}]', {}, [{ $match: { a: [[1, 2], [3]] } }]],
    ['[{{snippet: open}}]', { text: 'x' }, [{ $match: { status: 'x' } }]],
  ])('%s of %j', (query, values, expected) => {
    expect(pipeline(query, values)).toEqual(expected)
  })

  test('a filter by date, and a column by a unit', () => {
    const [{ $match }] = pipeline(
      '[{"$match": {{on}}}]',
      { on: '2024-02' },
      { on: 'date/month-year' },
    )
    expect(JSON.stringify($match)).toContain('2024-02-01')
    expect(JSON.stringify($match)).toContain('2024-03-01')
    const [{ $group }] = pipeline('[{"$group": {"_id": {{unit}}}}]', { unit: 'month' })
    expect(JSON.stringify($group)).toContain('created_at')
  })

  test.each<[string, object, string]>([
    ['[{"$match": {"a": {{text}}}}]', { text: '$secret' }, 'validation'],
    ['[{"$match": {"a": "{{text}}"}}]', { text: '$$ROOT' }, 'validation'],
    ['[{"$match": {"a": {{text}}}}]', { text: { $gt: '' } }, 'validation'],
    ['[{"$match": {"{{text}}": 1}}]', { text: 'x' }, 'invalid-query'],
    ['[{"$match": {"a": "{{f}}"}}]', { f: 'x' }, 'invalid-query'],
    ['[{"$match": {"a": {{n}}}}]', { n: '1}' }, 'validation'],
    ['[{"$match": {"a": {{text}}}}]', {}, 'missing-required-parameter'],
    ['[{"$match"', {}, 'invalid-query'],
    ['5', {}, 'invalid-query'],
    ['[5]', {}, 'invalid-query'],
    ['{"pipeline": 5}', {}, 'invalid-query'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, {}, 'invalid-query'],
    [`[{"$a": ${'['.repeat(200)}${']'.repeat(200)}}]`, {}, 'validation'],
  ])('%s of %j is not run: %s', (query, values, word) => {
    const given = Object.entries(values).map(([tag, it]) => valueFor(tag, it))
    expect(whyNot(() => bind(query, given))[0]).toBe(word)
  })

  test('no collection, no pipeline', () => {
    expect(whyNot(() => bind('[]', [], {}))[0]).toBe('invalid-query')
  })
})
