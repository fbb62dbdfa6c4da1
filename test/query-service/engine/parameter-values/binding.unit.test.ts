import { describe, expect, test } from '@jest/globals'
import {
  type DashboardForValues,
  dashboardParameterSource,
} from '../../../../query-service/dashboard-values.ts'
import {
  cardParameterSource,
  type GivenValue,
} from '../../../../query-service/engine/parameter-values/card-source.ts'
import { isWithinReach } from '../../../../query-service/engine/parameter-values/chain.ts'
import { noValues } from '../../../../query-service/engine/parameter-values/source.ts'
import type { CardRow } from '../../../../shared/views/card.ts'

const about = (id: number, stage?: number) => [
  'dimension',
  ['field', id, null],
  ...(stage === undefined ? [] : [{ 'stage-number': stage }]),
]

const tenant = { id: 't', slug: 'tenant', type: 'string/=' }
const name = { id: 'n', slug: 'name', type: 'string/=' }
const lock: GivenValue = { id: 't', value: ['a'], isBinding: true }

type Saved = Pick<CardRow, 'id' | 'database_id' | 'dataset_query' | 'parameters'>

const saved = (query: object, ...parameters: object[]): Saved =>
  ({
    id: 9,
    database_id: 1,
    dataset_query: { database: 1, ...query },
    parameters,
  }) as unknown as Saved

const structured = { type: 'query', query: { 'source-table': 1 } }
const staged = {
  type: 'query',
  query: { 'source-query': { 'source-table': 1 }, aggregation: [['count']] },
}
const tag = (more: object) => ({ name: 't', 'display-name': 'T', ...more })
const sql = (tenantTag: object) => ({
  type: 'native',
  native: {
    query: 'select 1 where {{tenant}} and {{name}}',
    'template-tags': {
      tenant: tag({ id: 't', name: 'tenant', ...tenantTag }),
      name: tag({
        id: 'n',
        name: 'name',
        type: 'dimension',
        dimension: ['field', 2, null],
        'widget-type': 'string/=',
      }),
    },
  },
})
const onField = { type: 'dimension', dimension: ['field', 3, null], 'widget-type': 'string/=' }
const fromCard = {
  values_source_type: 'card',
  values_source_config: { card_id: 5, value_field: ['field', 1, null] },
}

/** Of a question that has both, the values of the name. */
const ofCard = (query: object, more: object = {}, target: unknown = about(3)) =>
  cardParameterSource(
    saved(query, { ...tenant, target }, { ...name, target: about(2), ...more }),
    'n',
    [lock],
  )

describe('what binds narrows the values of a question, or there are none', () => {
  test('in its rows', () => {
    expect(ofCard(structured)).toMatchObject({
      kind: 'column',
      column: { query: { parameters: [{ id: 't', value: ['a'] }] } },
    })
  })

  test('not in an earlier stage than its own', () => {
    expect(ofCard(staged, { target: about(2, 0) }, about(3, 1))).toEqual(noValues)
    expect(ofCard(staged, { target: about(2, 0) }, about(3, 0))).toMatchObject({ kind: 'column' })
  })

  test('nor in another question, but a list that somebody wrote is for all', () => {
    expect(ofCard(structured, fromCard)).toEqual(noValues)
    const list = { values_source_type: 'static-list', values_source_config: { values: ['x'] } }
    expect(ofCard(structured, list)).toEqual({ kind: 'list', values: ['x'] })
  })

  test('in SQL, by a field', () => {
    expect(ofCard(sql(onField))).toMatchObject({
      kind: 'fields',
      filters: [{ fieldId: 3, isBinding: true }],
    })
    expect(ofCard(sql({ type: 'text' }))).toEqual(noValues)
  })
})

describe('of a dashboard, too', () => {
  const onDashboard = (card: Saved, target: unknown = about(3), more: object = {}) => {
    const mappings = [
      { parameter_id: 't', card_id: 9, target },
      { parameter_id: 'n', card_id: 9, target: about(2) },
    ]
    const dashcard = { card_id: 9, series: [], parameter_mappings: mappings }
    const dashboard = {
      parameters: [tenant, { ...name, ...more }],
      dashcards: [dashcard],
      cards: new Map([[9, card]]),
    } as unknown as DashboardForValues
    return dashboardParameterSource(dashboard, 'n', [lock])
  }

  test('in the rows of its questions', () => {
    expect(onDashboard(saved(structured))).toMatchObject({
      kind: 'several',
      sources: [{ kind: 'column', column: { query: { parameters: [{ value: ['a'] }] } } }],
    })
    expect(onDashboard(saved(structured), about(3), fromCard)).toEqual(noValues)
  })

  test('not in an earlier stage', () => {
    const mapped = (stage: number) => {
      const mappings = [
        { parameter_id: 't', card_id: 9, target: about(3, 1) },
        { parameter_id: 'n', card_id: 9, target: about(2, stage) },
      ]
      const dashboard = {
        parameters: [tenant, name],
        dashcards: [{ card_id: 9, series: [], parameter_mappings: mappings }],
        cards: new Map([[9, saved(staged)]]),
      } as unknown as DashboardForValues
      return dashboardParameterSource(dashboard, 'n', [lock])
    }
    expect(mapped(0)).toEqual({ kind: 'several', sources: [noValues] })
    expect(mapped(1)).toMatchObject({ kind: 'several', sources: [{ kind: 'column' }] })
  })
})

test('a field is within reach in its own table and by way of keys', () => {
  const place = (table_id: number) => ({ id: table_id * 10, table_id, db_id: 1 })
  const keys = [{ from: place(2), to: place(1) }]
  expect([1, 2, 3].map((table) => isWithinReach(1, place(table), keys))).toEqual([
    true,
    true,
    false,
  ])
})
