import { describe, expect, test } from '@jest/globals'
import type { Catalogue } from '../../../query-service/engine/mbql/catalogue.ts'
import { compileMbql } from '../../../query-service/engine/mbql/compile.ts'
import { referencesOf } from '../../../query-service/engine/mbql/references.ts'
import { parseMbql } from '../../../query-service/engine/mbql/schema.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { catalogueOf, fieldRow, tableRow } from '../../support/shop-catalogue.ts'
import { defaultCaps } from '../../support/some-settings.ts'

const catalogue = (cards: Catalogue['card'] = () => undefined): Catalogue => ({
  ...catalogueOf(
    'postgres',
    [
      tableRow(1, 'public', 'sales', { display_name: 'Sales' }),
      tableRow(2, 'public', 'people', { display_name: 'People' }),
      tableRow(3, 'public', 'cities', { display_name: 'Cities' }),
      tableRow(5, 'public', 'elsewhere', { db_id: 2 }),
    ],
    [
      fieldRow(10, 1, 'id', 'type/Integer', { semantic_type: 'type/PK' }),
      fieldRow(11, 1, 'user_id', 'type/Integer', { fk_target_field_id: 20 }),
      fieldRow(12, 1, 'total', 'type/Decimal'),
      fieldRow(13, 1, 'at', 'type/DateTime'),
      fieldRow(14, 1, 'else_id', 'type/Integer', { fk_target_field_id: 50 }),
      fieldRow(20, 2, 'id', 'type/Integer'),
      fieldRow(21, 2, 'name', 'type/Text'),
      fieldRow(50, 5, 'id', 'type/Integer', { db_id: 2 }),
      fieldRow(51, 5, 'name', 'type/Text', { db_id: 2 }),
    ],
  ),
  card: cards,
})

const compile = (query: object, known = catalogue()) =>
  compileMbql('source-query' in query ? query : { 'source-table': 1, ...query }, known, {
    maxRows: defaultCaps,
  })

const refusal = (query: object, known = catalogue()): Refusal => {
  try {
    compile(query, known)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('The query was not refused.')
}

const join = (more: object = {}) => ({
  'source-table': 2,
  alias: 'P',
  condition: ['=', ['field', 11, null], ['field', 20, { 'join-alias': 'P' }]],
  ...more,
})

const column = (query: object, index = 0) => compile(query).columns?.[index]

describe('explicit joins', () => {
  test('in SQL', () => {
    const { compiled, tables } = compile({
      joins: [join({ fields: 'all' })],
      fields: [['field', 10, null]],
      filter: ['contains', ['field', 21, { 'join-alias': 'P' }], 'x'],
    })
    expect(compiled.sql).toBe(
      'SELECT "sales"."id" AS "id", "P"."id" AS "id_2", "P"."name" AS "name" ' +
        'FROM "public"."sales" LEFT JOIN "public"."people" AS "P" ON "sales"."user_id" = "P"."id" ' +
        `WHERE "P"."name" LIKE $1 ESCAPE '!' LIMIT 2001`,
    )
    expect(tables).toEqual([1, 2])
  })

  test('what their columns say', () => {
    expect(
      column({ joins: [join({ fields: 'all' })], fields: [['field', 10, null]] }, 1),
    ).toMatchObject({
      name: 'id_2',
      display_name: 'P → ID',
      source: 'fields',
      source_alias: 'P',
      field_ref: ['field', 20, { 'join-alias': 'P' }],
      id: 20,
      table_id: 2,
    })
  })

  test('a list of fields takes the alias of its join', () => {
    const query = {
      joins: [join({ fields: [['field', 21, null]] })],
      fields: [['field', 10, null]],
    }
    expect(column(query, 1)).toMatchObject({
      name: 'name',
      field_ref: ['field', 21, { 'join-alias': 'P' }],
    })
  })

  test('without an alias the name of the table is one', () => {
    const query = {
      joins: [
        join({
          alias: undefined,
          fields: 'all',
          condition: ['=', ['field', 11, null], ['field', 20, { 'join-alias': 'People' }]],
        }),
      ],
    }
    expect(column(query, 5)).toMatchObject({ display_name: 'People → ID', source_alias: 'People' })
  })

  test('an alias like the name of the table itself', () => {
    const query = {
      fields: [['field', 10, null]],
      joins: [
        {
          'source-table': 1,
          alias: 'SALES',
          condition: ['=', ['field', 11, null], ['field', 10, { 'join-alias': 'SALES' }]],
        },
      ],
    }
    expect(compile(query).compiled.sql).toContain(
      'LEFT JOIN "public"."sales" AS "SALES_2" ON "sales"."user_id" = "SALES_2"."id"',
    )
  })

  test('joins say nothing of what a grouped result shows', () => {
    const { columns } = compile({ joins: [join({ fields: 'all' })], aggregation: [['count']] })
    expect(columns?.map(({ name }) => name)).toEqual(['count'])
  })
})

describe('implicit joins', () => {
  const name = ['field', 21, { 'source-field': 11 }]

  test('in SQL, once for all that goes the same way', () => {
    const { compiled, tables, fields } = compile({
      fields: [['field', 10, null], name],
      filter: ['=', ['fk->', 11, ['field-id', 20]], 3],
      'order-by': [['asc', name]],
    })
    expect(compiled.sql).toBe(
      'SELECT "sales"."id" AS "id", "people__via__user_id"."name" AS "name" FROM "public"."sales" ' +
        'LEFT JOIN "public"."people" AS "people__via__user_id" ' +
        'ON "sales"."user_id" = "people__via__user_id"."id" ' +
        'WHERE "people__via__user_id"."id" = CAST($1 AS bigint) ' +
        'ORDER BY "people__via__user_id"."name" ASC LIMIT 2001',
    )
    expect(tables).toEqual([1, 2])
    expect(fields.toSorted()).toEqual([10, 11, 20, 21])
  })

  test('what their columns say', () => {
    expect(column({ breakout: [name] })).toMatchObject({
      name: 'name',
      display_name: 'User → Name',
      source: 'breakout',
      source_alias: 'people__via__user_id',
      fk_field_id: 11,
      field_ref: ['field', 21, { 'source-field': 11 }],
    })
  })

  test('the field behind the key is told before the query is resolved', () => {
    const { tables, fields } = referencesOf(
      parseMbql({ 'source-table': 1, filter: ['not', ['is-null', ['fk->', 11, 21]]] }),
    )
    expect([[...tables], [...fields]]).toEqual([[1], [21]])
  })
})

describe('nested queries', () => {
  const inner = {
    'source-table': 1,
    aggregation: [['count'], ['sum', ['field', 12, null]]],
    breakout: [['field', 13, { 'temporal-unit': 'month' }]],
  }

  test('in SQL', () => {
    const { compiled, tables } = compile({
      'source-query': inner,
      filter: ['>', ['field', 'count', { 'base-type': 'type/Integer' }], 5],
    })
    expect(compiled.sql).toBe(
      'SELECT "source"."at" AS "at", "source"."count" AS "count", "source"."sum" AS "sum" FROM ( ' +
        `SELECT date_trunc('month', "sales"."at") AS "at", COUNT(*) AS "count", ` +
        'SUM("sales"."total") AS "sum" FROM "public"."sales" ' +
        `GROUP BY date_trunc('month', "sales"."at") ) AS "source" ` +
        'WHERE "source"."count" > CAST($1 AS bigint) LIMIT 2001',
    )
    expect(tables).toEqual([1])
  })

  test('what their columns say', () => {
    const { columns } = compile({ 'source-query': inner })
    expect(columns).toMatchObject([
      { name: 'at', display_name: 'At: Month', unit: 'month', id: 13, source: 'fields' },
      {
        name: 'count',
        display_name: 'Count',
        source: 'fields',
        field_ref: ['field', 'count', { 'base-type': 'type/BigInteger' }],
      },
      { name: 'sum', display_name: 'Sum of Total', base_type: 'type/Decimal' },
    ])
    expect(columns?.[0]?.field_ref).toEqual(['field', 13, null])
    expect(columns?.[1]).not.toHaveProperty('aggregation_index')
  })

  test('an order inside counts only where it decides which rows there are', () => {
    const ordered = { 'source-table': 1, 'order-by': [['asc', ['field', 12, null]]] }
    expect(compile({ 'source-query': ordered }).compiled.sql).not.toContain('ORDER BY')
    expect(compile({ 'source-query': { ...ordered, limit: 3 } }).compiled.sql).toContain(
      'ORDER BY "sales"."total" ASC LIMIT 3 )',
    )
  })

  test('a column of a join inside is asked for by the alias it has there', () => {
    const joined = {
      'source-table': 1,
      joins: [join({ fields: 'all' })],
      fields: [['field', 10, null]],
    }
    const query = { 'source-query': joined, breakout: [['field', 21, { 'join-alias': 'P' }]] }
    const { compiled, columns } = compile(query)
    expect(compiled.sql).toContain('GROUP BY "source"."name"')
    expect(columns).toMatchObject([{ display_name: 'P → Name', source: 'breakout', id: 21 }])
  })

  test('SQL inside is told, and its columns are unknown until it runs', () => {
    const { native, columns, compiled } = compile({ 'source-query': { native: 'select 1 as x;' } })
    expect([native, columns]).toEqual([true, undefined])
    expect(compiled.sql).toBe('SELECT "source".* FROM ( \nselect 1 as x\n ) AS "source" LIMIT 2001')
  })

  test('expressions', () => {
    const expressions = { double: ['*', ['field', 12, null], 2] }
    const inside = { 'source-query': { 'source-table': 1, expressions } }
    expect(column({ expressions }, 5)).toMatchObject({
      name: 'double',
      display_name: 'double',
      base_type: 'type/Decimal',
      field_ref: ['expression', 'double'],
      expression_name: 'double',
    })
    const outside = column(inside, 5)
    expect(outside?.field_ref).toEqual(['field', 'double', { 'base-type': 'type/Decimal' }])
    expect(outside).not.toHaveProperty('expression_name')
  })
})

describe('saved questions', () => {
  const cards: Catalogue['card'] = (id) =>
    id === 7
      ? { kind: 'query', query: parseMbql({ 'source-table': 2 }) }
      : id === 8
        ? { kind: 'query', query: parseMbql({ 'source-table': 'card__8' }) }
        : undefined

  test('one that is not there is not found', () => {
    expect(refusal({ 'source-table': 'card__9' }).kind).toBe('not-found')
    expect(refusal({ joins: [join({ 'source-table': 'card__9' })] }).kind).toBe('not-found')
  })

  test('what it reads is its own affair: only the question is told', () => {
    const {
      compiled,
      tables,
      cards: read,
    } = compile({ 'source-table': 'card__7' }, catalogue(cards))
    expect(compiled.sql).toContain('FROM "public"."people" ) AS "source"')
    expect([tables, read]).toEqual([[], [7]])
  })

  test('one that is its own source is refused', () => {
    expect(refusal({ 'source-table': 'card__8' }, catalogue(cards)).message).toContain('own source')
  })
})

describe('what cannot be resolved is a 400 that names the place', () => {
  const total = ['field', 12, null]
  const deep = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `e${index}`,
      index === 0
        ? ['+', total, 1]
        : ['+', ['expression', `e${index - 1}`], ['expression', `e${index - 1}`]],
    ]),
  )

  test.each<readonly [string, object, string]>([
    [
      'two sources',
      { 'source-table': 1, 'source-query': { 'source-table': 1 } },
      'query.source-table',
    ],
    ['a field of a table that is not joined', { fields: [['field', 21, null]] }, 'query.fields[0]'],
    ['an alias nobody has', { fields: [['field', 21, { 'join-alias': 'X' }]] }, 'query.fields[0]'],
    [
      'a column that is no foreign key',
      { fields: [['field', 21, { 'source-field': 12 }]] },
      'query.fields[0]',
    ],
    [
      'a key into another database',
      { fields: [['field', 51, { 'source-field': 14 }]] },
      'query.fields[0]',
    ],
    [
      'a field that is not behind the key',
      { fields: [['field', 12, { 'source-field': 11 }]] },
      'query.fields[0]',
    ],
    [
      'a join with another database',
      { joins: [join({ 'source-table': 5 })] },
      'query.joins[0].source-table',
    ],
    [
      'a join without a source',
      { joins: [{ condition: ['=', 11, 1] }] },
      'query.joins[0].source-table',
    ],
    ['a join without a condition', { joins: [{ 'source-table': 2 }] }, 'query.joins[0].condition'],
    [
      'a strategy that is none',
      { joins: [join({ strategy: 'outer' })] },
      'query.joins[0].strategy',
    ],
    ['two joins of one alias', { joins: [join(), join()] }, 'query.joins[1].alias'],
    ['too many joins', { joins: Array.from({ length: 51 }, () => join()) }, 'query.joins'],
    [
      'a join that looks ahead',
      { joins: [join({ condition: ['=', 11, ['field', 20, { 'join-alias': 'Q' }]] })] },
      'query.joins[0].condition[2]',
    ],
    ['an expression nobody defined', { fields: [['expression', 'x']] }, 'query.fields[0]'],
    [
      'an expression of itself',
      { expressions: { x: ['+', ['expression', 'x'], 1] } },
      'query.expressions.x[1]',
    ],
    [
      'expressions in a circle',
      { expressions: { a: ['+', ['expression', 'b'], 1], b: ['+', ['expression', 'a'], 1] } },
      'query.expressions.b[1]',
    ],
    ['expressions that explode', { expressions: deep }, ''],
    ['a function nobody knows', { expressions: { x: ['sleep', 5] } }, 'query.expressions.x'],
    ['a function of too few', { expressions: { x: ['substring', 'a'] } }, 'query.expressions.x'],
    ['a number for a date', { expressions: { x: ['get-year', total] } }, 'query.expressions.x[1]'],
    ['a text for a number', { expressions: { x: ['abs', 'one'] } }, 'query.expressions.x[1]'],
    [
      'a unit that is none',
      { expressions: { x: ['datetime-add', ['field', 13, null], 1, 'eon'] } },
      'query.expressions.x[3]',
    ],
    [
      'a time zone that is none',
      { expressions: { x: ['convert-timezone', ['field', 13, null], "Oz'; --"] } },
      'query.expressions.x[2]',
    ],
    ['a case without pairs', { expressions: { x: ['case', []] } }, 'query.expressions.x[1]'],
    ['an aggregation in a row', { expressions: { x: ['sum', total] } }, 'query.expressions.x'],
    [
      'a row beside an aggregation',
      { aggregation: [['+', ['count'], total]] },
      'query.aggregation[0][2]',
    ],
    ['an aggregation of nothing', { aggregation: [['+', 1, 2]] }, 'query.aggregation[0]'],
    [
      'a percentile above 1',
      { aggregation: [['percentile', total, 90]] },
      'query.aggregation[0][2]',
    ],
    ['an offset without a way', { aggregation: [['offset', {}, ['count'], 1]] }, 'aggregation'],
    ['a metric without an id', { aggregation: [['metric', 'x']] }, 'query.aggregation[0][1]'],
    [
      'a metric in a formula',
      { aggregation: [['+', ['metric', 1], 1]] },
      'query.aggregation[0][1]',
    ],
    ['a segment', { filter: ['segment', 1] }, 'query.filter'],
    ['an interval of numbers', { filter: ['time-interval', total, -1, 'day'] }, 'query.filter[1]'],
    ['an endless interval', { filter: ['time-interval', 13, 1e9, 'day'] }, 'query.filter[2]'],
    [
      'bins of text',
      {
        joins: [join()],
        breakout: [['field', 21, { 'join-alias': 'P', binning: { strategy: 'default' } }]],
      },
      'query.breakout[0]',
    ],
    [
      'bins of no width',
      { breakout: [['field', 12, { binning: { strategy: 'bin-width', 'bin-width': 0 } }]] },
      'query.breakout[0][2].binning.bin-width',
    ],
    [
      'bins of a computed column without edges',
      {
        expressions: { half: ['/', total, 2] },
        breakout: [['expression', 'half', { binning: { strategy: 'num-bins', 'num-bins': 4 } }]],
      },
      'query.breakout[0]',
    ],
    [
      'bins of an aggregation without edges',
      {
        'source-query': { 'source-table': 1, aggregation: [['count']], breakout: [total] },
        'source-table': undefined,
        breakout: [
          ['field', 'count', { 'base-type': 'type/Integer', binning: { strategy: 'default' } }],
        ],
      },
      'query.breakout[0]',
    ],
    [
      'bins beside their map',
      { breakout: [['field', 12, { strategy: 'default' }]] },
      'query.breakout[0][2]',
    ],
    ['SQL that is empty', { 'source-query': { native: ' ' } }, 'query.source-query.query'],
    [
      'SQL that is none',
      { 'source-query': { native: { query: 'select 1' } } },
      'query.source-query.query',
    ],
  ])('%s', (_, query, path) => {
    const { kind, extras } = refusal(query)
    expect(kind).toBe('validation')
    if (path !== '') expect(Object.keys(extras.errors ?? {})).toEqual([path])
  })

  test('functions that say their argument twice cannot explode either', () => {
    const nested = (depth: number): unknown =>
      depth === 0
        ? ['field', 13, null]
        : [
            'datetime-add',
            ['field', 13, null],
            ['datetime-diff', nested(depth - 1), nested(0), 'month'],
            'day',
          ]
    expect(refusal({ expressions: { x: nested(30) } }).message).toContain('too large')
  })
})
