import { describe, expect, test } from '@jest/globals'
import { givenValues, shownForm, shownParameters } from '../../../shared/actions/given-values.ts'
import { implicitParameters } from '../../../shared/actions/implicit-parameters.ts'
import { tableOfModel } from '../../../shared/actions/model-table.ts'
import { maskedHeaders, openedHeaders, secretsIn } from '../../../shared/actions/secret-headers.ts'
import { targetTable } from '../../../shared/actions/target-table.ts'
import { shownRow } from '../../../shared/actions/written-row.ts'
import { someField, someFields, someTable } from '../../support/some-actions.ts'

const targetOf = (...[table, fields]: Parameters<typeof targetTable>) => {
  const target = targetTable(table, fields)
  if ('problem' in target) throw new Error(target.problem)
  return target
}

test('strangers see and set what is not hidden, by no name it has', () => {
  const parameters = implicitParameters(targetOf(someTable(), someFields), 'row/create', [
    { id: 'secret', name: 'Paid', target: ['variable', ['template-tag', 'paid']] },
  ])
  const form = {
    name: 'New',
    fields: { secret: { hidden: true, defaultValue: true }, gone: { defaultValue: 1 }, total: {} },
  }
  const open = shownParameters(parameters, form)
  expect(open.map(({ id }) => id)).toEqual(['id', 'customer_name', 'total'])
  expect(shownForm(parameters, form)).toEqual({ name: 'New', fields: { total: {} } })
  for (const key of ['secret', 'paid', 'Paid', 'PAID', 'other', '__proto__'])
    expect(() => givenValues(open, JSON.parse(`{"total": 1, "${key}": true}`))).toThrow(
      expect.objectContaining({ kind: 'validation' }),
    )
  expect(() => givenValues(parameters, { secret: true, paid: false })).toThrow('two values')
})

describe('an implicit action', () => {
  test('is on a model that is a table and nothing else', () => {
    const of = (query: object) => tableOfModel({ type: 'query', query } as never)
    expect(of({ 'source-table': 5 })).toBe(5)
    expect(of({ SOURCE_TABLE: 5, filter: null, joins: [] })).toBe(5)
    for (const more of [
      { filter: ['=', 1, 1] },
      { joins: [{}] },
      { fields: [['field', 1, null]] },
      { limit: 1 },
      { aggregation: [['count']] },
    ])
      expect(of({ 'source-table': 5, ...more })).toBeUndefined()
    expect(of({ 'source-table': 'card__5' })).toBeUndefined()
    expect(tableOfModel({ type: 'native', native: { query: 'select 1' } })).toBeUndefined()
  })

  test('is on a table that is there, whose rows and columns can be told apart', () => {
    const problem = (...[table, fields]: Parameters<typeof targetTable>) =>
      'problem' in targetTable(table, fields)
    const [key, ...others] = someFields
    expect(problem(someTable(), someFields)).toBe(false)
    expect(problem(someTable({ active: false }), someFields)).toBe(true)
    expect(problem(someTable({ kind: 'view' }), someFields)).toBe(true)
    expect(problem(someTable(), others)).toBe(true)
    expect(problem(someTable(), [...someFields, someField(9, 'b', { primary_key: true })])).toBe(
      true,
    )
    expect(problem(someTable(), [...someFields, someField(9, 'customer-name')])).toBe(true)
    expect(key?.primary_key).toBe(true)
  })
})

test('a row is told by slugs, its cells as the JSON they are', () => {
  const target = targetOf(someTable(), someFields)
  const row: Record<string, string | null> = {
    id: '7',
    'Customer Name': '07',
    total: '1.50',
    paid: 'true',
  }
  expect(shownRow(target, (name) => row[name])).toEqual({
    id: 7,
    customer_name: '07',
    total: 1.5,
    paid: true,
  })
  expect(shownRow(target, (name) => ({ id: '9007199254740993', total: null })[name])).toEqual({
    id: '9007199254740993',
    total: null,
  })
})

test('secrets in headers are told by their names, and put back behind their masks', () => {
  const headers = {
    Authorization: 'Bearer abc',
    'X-Api-Key': 'k',
    'X-Monkey': 'visible',
    Accept: 'text/plain',
    Cookie: 'a=b',
  }
  const masked = maskedHeaders(headers)
  expect(JSON.stringify(masked)).not.toMatch(/abc|"k"|a=b/)
  expect(masked['X-Monkey']).toBe('visible')
  expect(openedHeaders(masked, secretsIn(headers))).toEqual(headers)
})
