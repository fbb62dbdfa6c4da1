import { describe, expect, test } from '@jest/globals'
import type { Catalogue, SavedSource } from '../../../../query-service/engine/mbql/catalogue.ts'
import { compileMbql } from '../../../../query-service/engine/mbql/compile.ts'
import { parseMbql } from '../../../../query-service/engine/mbql/schema.ts'
import { parseNative } from '../../../../shared/sql/template/native-query.ts'
import { type Asked, bindNative, valueFor, whyNot } from '../../../support/native-lab.ts'
import { inactiveField, orders, shopCatalogue } from '../../../support/shop-catalogue.ts'

const compiled = (asked: Asked, catalogue: Catalogue = shopCatalogue('postgres')) =>
  bindNative(asked, catalogue).compiled

const filterOn = (field: number, more: object = {}) => ({
  f: { type: 'dimension', dimension: ['field', field, null], ...more },
})

const sql = '{{f}}'
const column = (name: string) => `"public"."orders"."${name}"`

describe('a field filter is a condition on its column', () => {
  test.each<[string, unknown, number, string, unknown[]]>([
    ['string/=', ['open'], orders.status, '= $1', ['open']],
    ['string/=', ['open', 'done'], orders.status, 'IN ($1, $2)', ['open', 'done']],
    ['category', 'open', orders.status, '= $1', ['open']],
    ['category', ['a', 'b'], orders.status, 'IN ($1, $2)', ['a', 'b']],
    ['id', '7', orders.id, '= CAST($1 AS bigint)', [7]],
    ['number/=', ['7', 8], orders.id, 'IN (CAST($1 AS bigint), CAST($2 AS bigint))', [7, 8]],
    ['number/>=', [3], orders.quantity, '>= CAST($1 AS bigint)', [3]],
    ['number/between', [3, null], orders.quantity, '>= CAST($1 AS bigint)', [3]],
    ['string/starts-with', ['a%'], orders.status, "LIKE $1 ESCAPE '!'", ['a!%%']],
    ['string/=', ['10:20:30Z'], orders.openedAt, '= CAST($1 AS time)', ['10:20:30']],
    ['date/single', '2024-03-05', orders.shippedOn, '', ['2024-03-05', '2024-03-06']],
    ['date', '2024-03-05', orders.shippedOn, '', ['2024-03-05', '2024-03-06']],
  ])('%s of %j', (type, value, field, expected, parameters) => {
    const answer = compiled({
      sql,
      tags: filterOn(field),
      parameters: [valueFor('f', value, { type })],
    })
    const name = shopCatalogue('postgres').field(field)?.name ?? ''
    expect(answer.parameters).toEqual(parameters)
    if (expected !== '') expect(answer.sql).toBe(`${column(name)} ${expected}`)
  })

  test('a day of a date-time is a half-open range', () => {
    const parameters = [valueFor('f', '2024-03-05', { type: 'date/single' })]
    const name = column('created_at')
    expect(compiled({ sql, tags: filterOn(orders.createdAt), parameters })).toEqual({
      sql: `(${name} >= CAST($1 AS timestamp) AND ${name} < CAST($2 AS timestamp))`,
      parameters: ['2024-03-05 00:00:00', '2024-03-06 00:00:00'],
    })
  })

  test('in parentheses where there is more than one', () => {
    const type = { type: 'string/!=' }
    const { sql: text } = compiled({
      sql: 'where {{f}} and x',
      tags: filterOn(orders.status),
      parameters: [valueFor('f', ['a'], type), valueFor('f', ['b'], type)],
    })
    const differs = (n: number) => `(${column('status')} <> $${n} OR ${column('status')} IS NULL)`
    expect(text).toBe(`where (${differs(1)} AND ${differs(2)}) and x`)
  })

  test.each<[object, object[], string]>([
    [{}, [], '1 = 1'],
    [{}, [valueFor('f', null)], '1 = 1'],
    [{}, [valueFor('f', [])], '1 = 1'],
    [{ default: ['open'] }, [], `${column('status')} = $1`],
    [{ default: ['open'] }, [valueFor('f', null)], '1 = 1'],
    [{ default: ['open'], required: true }, [valueFor('f', [])], `${column('status')} = $1`],
    [{ default: 'x', 'widget-type': 'string/contains' }, [], ''],
  ])('%j with %j is %s', (more, parameters, expected) => {
    const { sql: text } = compiled({ sql, tags: filterOn(orders.status, more), parameters })
    expect(text).toBe(expected || `${column('status')} LIKE $1 ESCAPE '!'`)
    const optional = compiled({
      sql: 'x[[ and {{f}}]]',
      tags: filterOn(orders.status, more),
      parameters,
    })
    expect(optional.sql).toBe(expected === '1 = 1' ? 'x' : `x and ${text}`)
  })

  test('options of the parameter go before those of the tag', () => {
    const more = { 'widget-type': 'string/contains', options: { 'case-sensitive': false } }
    const tags = filterOn(orders.status, more)
    expect(compiled({ sql, tags, parameters: [valueFor('f', ['x'])] }).sql).toContain(' ILIKE ')
    const exact = valueFor('f', ['x'], { options: { 'case-sensitive': true } })
    expect(compiled({ sql, tags, parameters: [exact] }).sql).toContain(' LIKE ')
  })

  test.each([
    ['o.status', 'o.status = $1'],
    ['o."the status"', 'o."the status" = $1'],
    ['O.Status', 'O.Status = $1'],
    ['`o`.`status`', '`o`.`status` = $1'],
  ])('under the alias %s', (alias, expected) => {
    const tags = filterOn(orders.status, { alias })
    expect(compiled({ sql, tags, parameters: [valueFor('f', 'a')] }).sql).toBe(expected)
  })

  test.each(['o.status or 1=1', 'a;b', '1', 'a..b', '"a"b"', 'a--', 'a.*', "a'"])(
    'not under the alias %s',
    (alias) => {
      const ask = () => compiled({ sql, tags: filterOn(orders.status, { alias }) })
      expect(whyNot(ask)[0]).toBe('invalid-query')
    },
  )

  test.each<[string, object, unknown, string]>([
    ['no field', { dimension: null }, 'x', 'invalid-query'],
    ['an unknown field', { dimension: ['field', 999, null] }, 'x', 'invalid-query'],
    ['an inactive field', { dimension: ['field', inactiveField, null] }, 'x', 'invalid-query'],
    [
      'a field by name',
      { dimension: ['field', 'id', { 'base-type': 'type/Text' }] },
      'x',
      'invalid-query',
    ],
    ['an expression', { dimension: ['expression', 'x'] }, 'x', 'invalid-query'],
    ['a date that is none', { 'widget-type': 'date/single' }, '2024-13-45', 'validation'],
    ['a text for a number', { dimension: ['field', orders.id, null] }, '1 or 1=1', 'validation'],
    ['too few values', { 'widget-type': 'number/between' }, [1], 'validation'],
    ['an unknown type', { 'widget-type': 'sql' }, 'x', 'validation'],
    ['an object', {}, { $gt: '' }, 'validation'],
    ['nothing though required', { required: true }, [], 'missing-required-parameter'],
  ])('%s is told', (_, more, value, word) => {
    const tags = filterOn(orders.status, more)
    expect(whyNot(() => compiled({ sql, tags, parameters: [valueFor('f', value)] }))[0]).toBe(word)
  })

  test('a temporal unit is its column by that unit', () => {
    const tags = { f: { type: 'temporal-unit', dimension: ['field', orders.createdAt, null] } }
    const ask = (value?: unknown) =>
      compiled({ sql, tags, parameters: [valueFor('f', value, { type: 'temporal-unit' })] }).sql
    expect(ask('month')).toBe(`date_trunc('month', ${column('created_at')})`)
    expect(ask()).toBe(column('created_at'))
    expect(whyNot(() => ask("month'"))[0]).toBe('validation')
  })
})

describe('questions and snippets', () => {
  const native = (query: string, tags = {}, parameters: Asked['parameters'] = []): SavedSource => ({
    kind: 'native',
    native: parseNative({ query, 'template-tags': tags }),
    parameters,
    columns: [],
  })
  const cards = new Map<number, SavedSource>([
    [
      1,
      {
        kind: 'query',
        query: parseMbql({ 'source-table': 1, fields: [['field', orders.id, null]] }),
      },
    ],
    [2, native('select {{a}} as a -- x;', { a: { default: 'x' } })],
    [3, native('select 1 from {{#4}} t')],
    [4, native('select 1 from {{#3}} t')],
    [5, native('select {{a}}', { a: { type: 'number' } })],
    [
      6,
      native('select {{a}}', { a: { type: 'number' } }, [valueFor('a', undefined, { default: 6 })]),
    ],
    [7, native('select $1')],
  ])
  const snippets = new Map([
    ['cols', 'id, {{a}}'],
    ['deep', '{{snippet: cols}} /* {{snippet: deep}} */'],
    ['loop', '{{snippet: loop}}'],
    ['open', 'x [['],
    ['remark', "id -- '"],
    ['remarks', '{{snippet: remark}} {{snippet: remark}}'],
    ['unclosed', "'it"],
    ['unended', '1 /* {{a}}'],
    ...Array.from({ length: 9 }, (_, level): [string, string] => [
      `bomb${level}`,
      `{{snippet: bomb${level + 1}}}`.repeat(level === 8 ? 0 : 50),
    ]),
  ])
  const catalogue: Catalogue = {
    ...shopCatalogue('postgres'),
    card: (id) => cards.get(id),
    snippet: (id, name) => snippets.get(id === 9 ? 'cols' : (name ?? '')),
  }
  const ask = (text: string, tags: Asked['tags'] = {}) => compiled({ sql: text, tags }, catalogue)
  const flat = (text: string) => text.replace(/\s+/g, ' ')

  test('a question is its rows, in parentheses', () => {
    const { sql: text } = ask('with x as {{#1-the-orders}} select * from x')
    expect(flat(text)).toBe(
      'with x as ( SELECT "orders"."id" AS "id" FROM "public"."orders" ) select * from x',
    )
    expect(ask('{{x}}', { x: { type: 'card', 'card-id': 1 } }).sql).toMatch(/^\(/)
    expect(ask('{{#1}}', { '#1': { type: 'card', 'card-id': 2 } }).parameters).toEqual(['x'])
  })

  test('of SQL, with its own values; its comment at the end swallows nothing', () => {
    const tags = { a: { default: 'outer' } }
    const { sql: text, parameters } = ask('select * from {{#2}} t where {{a}} = a', tags)
    expect(text).toMatch(/\(\s*select CAST\(\$1 AS text\) as a -- x\n\s*\) t where CAST\(\$2/)
    expect(parameters).toEqual(['x', 'outer'])
    expect(ask('{{#6}}').parameters).toEqual([6])
  })

  test.each([
    ['{{#3}}', 'validation'],
    ['{{#5}}', 'missing-required-parameter'],
    ['{{#7}}', 'invalid-query'],
    ['{{#99}}', 'not-found'],
    ['{{snippet: loop}}', 'invalid-query'],
    ['{{snippet: open}}', 'nothing'],
    ['{{snippet: bomb0}}', 'validation'],
    ['{{snippet: cols}}', 'missing-required-parameter'],
    ["'{{snippet: cols}}'", 'invalid-query'],
    ["'{{#1}}'", 'invalid-query'],
    ['{{snippet: unclosed}} {{a}}', 'invalid-query'],
    ['{{snippet: unended}}', 'invalid-query'],
  ])('%s is not run: %s', (text, word) => {
    expect(whyNot(() => ask(text))[0]).toBe(word)
  })

  test('a snippet is its text, with the tags in it', () => {
    const tags = { a: { default: 'v' } }
    expect(ask('{{snippet: deep}}', tags)).toEqual({
      sql: 'id, CAST($1 AS text) /* {{snippet: deep}} */',
      parameters: ['v'],
    })
    expect(ask("{{snippet: remarks}}, {{a}} -- '", tags)).toEqual({
      sql: "id -- '\n id -- '\n, CAST($1 AS text) -- '",
      parameters: ['v'],
    })
    const byId = {
      ...tags,
      'snippet: x': { type: 'snippet', 'snippet-id': 9, 'snippet-name': 'x' },
    }
    expect(ask('{{snippet: x}}', byId).parameters).toEqual(['v'])
  })

  test('SQL inside a structured query has its tags filled in, too', () => {
    const tags = { a: { type: 'number', default: 5 } }
    const source = { native: 'select {{a}} as a;', 'template-tags': tags }
    const field = ['field', 'a', { 'base-type': 'type/Integer' }]
    const query = { 'source-query': source, aggregation: [['sum', field]], filter: ['>', field, 1] }
    const { compiled: statement } = compileMbql(query, catalogue, {
      maxRows: { aggregated: 1, bare: 1 },
    })
    expect(statement.sql).toContain('select CAST($1 AS integer) as a\n')
    expect(statement.parameters).toEqual([5, 1])
    const bare = { 'source-query': { native: 'select $1' }, limit: 1 }
    const options = { maxRows: { aggregated: 1, bare: 1 } }
    expect(whyNot(() => compileMbql(bare, catalogue, options))[0]).toBe('invalid-query')
    const positional = { 'source-query': { native: 'select ?', params: [1] }, limit: 1 }
    expect(whyNot(() => compileMbql(positional, catalogue, options))[0]).toBe('validation')
  })
})
