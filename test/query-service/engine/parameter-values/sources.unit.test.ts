import { describe, expect, test } from '@jest/globals'
import {
  cardParameterSource,
  type GivenValue,
} from '../../../../query-service/engine/parameter-values/card-source.ts'
import {
  distinctValues,
  type ValuesColumn,
} from '../../../../query-service/engine/parameter-values/column-query.ts'
import { namedSource } from '../../../../query-service/engine/parameter-values/source.ts'
import { datasetSource } from '../../../../query-service/parameter-values/dataset-source.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import type { CardRow } from '../../../../shared/views/card.ts'

const on = (id: number, options: object | null = null, stage?: object) =>
  ['dimension', ['field', id, options], ...(stage ? [stage] : [])] as never

const pathOf = (make: () => unknown): string[] => {
  try {
    make()
  } catch (problem) {
    if (problem instanceof Refusal) return Object.keys(problem.extras.errors ?? {})
    throw problem
  }
  return []
}

describe('a parameter of nothing saved', () => {
  const parameter = { id: 'p', type: 'category' }
  const other = { id: 'o', type: 'number/>=', value: [5], target: on(7) }

  test('takes the fields that are named, else the one it is about', () => {
    const source = { kind: 'fields', filters: [] }
    expect(datasetSource({ parameter, field_ids: [3, 4] })).toEqual({ ...source, fieldIds: [3, 4] })
    const about = { ...parameter, target: on(5) }
    expect(datasetSource({ parameter: about })).toEqual({ ...source, fieldIds: [5] })
    expect(datasetSource({ parameter: about, field_ids: [] })).toEqual({ ...source, fieldIds: [5] })
    expect(pathOf(() => datasetSource({ parameter }))).toEqual(['field_ids'])
  })

  test('is narrowed by what others say of fields', () => {
    const unheard = [
      { ...other, value: null },
      { ...other, type: 'temporal-unit', value: 'month' },
      { ...other, target: ['variable', ['template-tag', 'x']] as never },
      { ...other, id: 'p' },
    ]
    const asked = { parameter, field_ids: [3], parameters: [other, ...unheard] }
    expect(datasetSource(asked)).toMatchObject({
      filters: [{ fieldId: 7, parameter: { type: 'number/>=', value: [5] } }],
    })
  })
})

describe('a source by its name', () => {
  const named = (values_source_type: 'static-list' | 'card', config?: object) =>
    namedSource({ values_source_type, values_source_config: config as Record<string, never> })

  test('is a list or columns of a saved question', () => {
    expect(named('static-list', { values: ['a', ['b', 'B']] })).toEqual({
      kind: 'list',
      values: ['a', ['b', 'B']],
    })
    const config = { card_id: 9, value_field: ['field', 1, null], label_field: ['field', 2, null] }
    expect(named('card', config)).toEqual({
      kind: 'column',
      column: {
        from: 9,
        query: { type: 'query', query: { 'source-table': 'card__9' } },
        value: ['field', 1, null],
        label: ['field', 2, null],
      },
    })
    expect(namedSource({ values_source_type: null, values_source_config: {} })).toBeUndefined()
  })

  test.each([
    ['static-list', undefined, 'values'],
    ['card', {}, 'card_id'],
    ['card', { card_id: 9 }, 'value_field'],
    ['card', { card_id: 9, value_field: 'name' }, 'value_field'],
    ['card', { card_id: 9, value_field: ['field', 1, null], label_field: ['x'] }, 'label_field'],
  ] as const)('%s with %j is refused', (type, config, key) => {
    const [path = ''] = pathOf(() => named(type, config))
    expect(path).toMatch(new RegExp(`^parameter\\.values_source_config\\.${key}`))
  })
})

describe('a parameter of a saved question', () => {
  const card = (dataset_query: object, ...parameters: object[]) =>
    ({ id: 9, database_id: 1, dataset_query, parameters }) as unknown as CardRow

  const question = {
    database: 1,
    type: 'query',
    query: {
      'source-table': 1,
      filter: ['>', ['field', 12, null], 5],
      aggregation: [['count']],
      BREAKOUT: [['field', 13, null]],
      'order-by': [['asc', ['field', 13, null]]],
      limit: 3,
    },
  }
  const status = { id: 's', type: 'string/=', target: on(11), default: ['new'] }
  const paid = { id: 'p', type: 'boolean/=', target: on(16), default: [true] }
  const columnOf = (of: CardRow, key: string, given: readonly GivenValue[] = []): ValuesColumn => {
    const source = cardParameterSource(of, key, given)
    if (source.kind !== 'column') throw new Error(source.kind)
    return source.column
  }

  test('is asked of the rows of the question, one row for each value', () => {
    const column = columnOf(card(question, status, paid), 's')
    expect(column).toMatchObject({ own: { fieldId: 11, tableId: 1 }, card: 9 })
    expect(distinctValues(column)).toMatchObject({
      database: 1,
      type: 'query',
      query: {
        'source-table': 1,
        filter: ['and', question.query.filter, ['not-empty', ['field', 11, null]]],
        breakout: [['field', 11, null]],
        'order-by': [['asc', ['field', 11, null]]],
      },
      parameters: [],
    })
    expect(Object.keys(distinctValues(column).query ?? {})).not.toContain('limit')
  })

  test('is narrowed by what others are given, not by what they would be or by itself', () => {
    const given = [
      { id: 'p', value: 'false' },
      { id: 's', value: 'old' },
    ]
    const target = ['dimension', ['field', 16, null], { 'stage-number': 0 }]
    expect(columnOf(card(question, status, paid), 's', given).query.parameters).toEqual([
      { id: 'p', type: 'boolean/=', target, value: 'false' },
    ])
  })

  test('sees from its stage what is inside, not what is around', () => {
    const outer = { ...question, query: { 'source-query': question.query, limit: 1 } }
    const inside = { id: 'i', type: 'category', target: on(11, null, { 'stage-number': 0 }) }
    const around = { id: 'a', type: 'category', target: on(13) }
    const given = [
      { id: 'a', value: 'x' },
      { id: 'i', value: 'y' },
    ]
    const both = card(outer, inside, around)
    expect(columnOf(both, 'i', given).query).toMatchObject({ query: { limit: 3 }, parameters: [] })
    const { query, own } = columnOf(both, 'a', given)
    expect(query.parameters).toMatchObject([{ id: 'i', value: 'y' }])
    expect([query.query, own]).toEqual([outer.query, undefined])
    const beyond = { ...around, target: on(13, null, { 'stage-number': 2 }) }
    expect(pathOf(() => columnOf(card(outer, beyond), 'a'))).toEqual(['parameters.target'])
  })

  test('of SQL is about the field of its field filter, in its own database', () => {
    const tags = {
      city: { id: 'c1', type: 'dimension', dimension: ['field', 11, null], 'widget-type': 'id' },
      paid: { id: 'p1', type: 'dimension', dimension: ['field', 16, null] },
      plain: { id: 'x1', type: 'text' },
    }
    const declared = [
      { id: 'c', target: ['dimension', ['template-tag', 'city']] },
      { id: 'p', type: 'boolean/=', target: ['dimension', ['template-tag', { id: 'p1' }]] },
      { id: 'x', type: 'text', target: ['variable', ['template-tag', 'plain']] },
    ]
    for (const key of ['template-tags', 'template_tags']) {
      const native = { query: 'select 1', [key]: tags }
      const sql = card({ database: 1, type: 'native', native }, ...declared)
      const given = [
        { id: 'x', value: 'y' },
        { id: 'c', value: 'Oslo' },
      ]
      expect(cardParameterSource(sql, 'p', given)).toEqual({
        kind: 'fields',
        fieldIds: [16],
        filters: [{ fieldId: 11, parameter: { type: 'id', value: 'Oslo', options: undefined } }],
        databaseId: 1,
      })
      expect(pathOf(() => cardParameterSource(sql, 'x', []))).toEqual(['key'])
    }
  })

  test('that is not declared, or about nothing, is refused', () => {
    const bare = { id: 'b', type: 'category' }
    const wrong = { id: 'w', type: 'category', values_source_type: 'magic' }
    const it = card(question, status, bare, wrong)
    expect(pathOf(() => cardParameterSource(it, 'other', []))).toEqual(['other'])
    expect(pathOf(() => cardParameterSource(it, 's', [{ id: 'x', value: 1 }]))).toEqual(['x'])
    expect(pathOf(() => cardParameterSource(it, 'b', []))).toEqual(['parameters.target'])
    expect(pathOf(() => cardParameterSource(it, 'w', []))).toEqual(['w'])
  })

  test('may say itself where its values are', () => {
    const own = { values_source_type: 'static-list', values_source_config: { values: ['a'] } }
    const source = cardParameterSource(card(question, { ...status, ...own }), 's', [])
    expect(source).toEqual({ kind: 'list', values: ['a'] })
  })
})
