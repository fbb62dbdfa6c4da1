import { describe, expect, test } from '@jest/globals'
import { givenValues, withDefaults } from '../../../shared/actions/given-values.ts'
import { httpParameters } from '../../../shared/actions/http-parameters.ts'
import { implicitParameters } from '../../../shared/actions/implicit-parameters.ts'
import { type ImplicitKind, implicitKinds } from '../../../shared/actions/kinds.ts'
import { saidBesides } from '../../../shared/actions/parameter.ts'
import { httpPlan, implicitPlan, queryPlan } from '../../../shared/actions/plan.ts'
import { withDefinedTags } from '../../../shared/actions/query-tags.ts'
import { targetTable } from '../../../shared/actions/target-table.ts'
import { tagParameters } from '../../../shared/cards/tag-parameters.ts'
import type { Json } from '../../../shared/kernel/json.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { dialects } from '../../../shared/sql/dialects/index.ts'
import { postgres } from '../../../shared/sql/dialects/postgres.ts'
import { someFields, someTable } from '../../support/some-actions.ts'

type Values = Readonly<Record<string, Json>>

const found = targetTable(someTable(), someFields)
if ('problem' in found) throw new Error(found.problem)
const target = found

const implicit = (kind: ImplicitKind, values: Values, dialect = postgres) => {
  const parameters = implicitParameters(target, kind, [])
  return implicitPlan(kind, target, dialect, {
    parameters,
    values: givenValues(parameters, values),
  })
}

const errorsOf = (plan: () => unknown): Record<string, string> | undefined => {
  try {
    plan()
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'validation') return error.extras.errors
    throw error
  }
  throw new Error('nothing was refused')
}

const hostile = `x'); drop table orders; --`

describe('an implicit action', () => {
  test('has a parameter for each column, and the key alone to delete', () => {
    const ids = (kind: ImplicitKind) => implicitParameters(target, kind, []).map(({ id }) => id)
    expect(ids('row/create')).toEqual(['id', 'customer_name', 'total', 'paid'])
    expect(ids('row/delete')).toEqual(['id'])
    const [key] = implicitParameters(target, 'row/update', [{ id: 'id', name: 'Number' }])
    expect(key).toMatchObject({ name: 'Number', required: true, 'is-primary-key': true })
  })

  test.each([...dialects.values()])('binds its values, on $engine', (dialect) => {
    for (const kind of implicitKinds) {
      const values = { id: 7, ...(kind !== 'row/delete' && { customer_name: hostile }) }
      const { query, expectRows } = implicit(kind, values, dialect)
      expect(query.sql).not.toContain('drop table')
      expect(query.parameters.map(String)).toContain(kind === 'row/delete' ? '7' : hostile)
      expect(expectRows).toBe(1)
    }
  })

  test('says which values it needs, and which do not fit', () => {
    expect(errorsOf(() => implicit('row/update', { total: 1 }))).toEqual({ id: 'is required' })
    expect(errorsOf(() => implicit('row/delete', {}))).toEqual({ id: 'is required' })
    expect(errorsOf(() => implicit('row/create', { paid: 'perhaps' }))).toHaveProperty('paid')
    expect(errorsOf(() => implicit('row/create', {}))).toHaveProperty('parameters')
    expect(errorsOf(() => implicit('row/delete', { id: 1, total: 2 }))).toHaveProperty('total')
    // By the id its author gave a parameter.
    const aimed = { id: 'settled', target: ['variable', ['template-tag', 'paid']] }
    const parameters = implicitParameters(target, 'row/create', [aimed])
    const values = givenValues(parameters, { settled: 'perhaps' })
    const plan = () => implicitPlan('row/create', target, postgres, { parameters, values })
    expect(Object.keys(errorsOf(plan) ?? {})).toEqual(['settled'])
  })

  test('keeps what its author says of parameters, and nothing that follows from the table', () => {
    const aimed = ['variable', ['template-tag', 'paid']]
    const said = [
      { id: 'settled', target: aimed },
      { id: 'total', name: 'Sum' },
    ]
    const [update, create] = (['row/update', 'row/create'] as const).map((kind) =>
      implicitParameters(target, kind, said),
    )
    if (!update || !create) throw new Error('nothing was made')
    const made = (['row/create', 'row/update'] as const).map((kind) =>
      implicitParameters(target, kind, []),
    )
    expect(saidBesides(made, update)).toEqual([said[1], said[0]])
    expect(saidBesides(made, create)).toEqual([said[1], said[0]])
    // An id that another one has is not given away.
    const taken = implicitParameters(target, 'row/create', [{ id: 'total', target: aimed }])
    expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length)
  })
})

describe('a query action', () => {
  const query = withDefinedTags(
    {
      type: 'native',
      database: 2,
      native: {
        query: 'update orders set note = {{note}}[[, total = {{total}}]] where id = {{id}}',
        'template-tags': { id: { type: 'number', required: true }, total: { type: 'number' } },
      },
    },
    'postgres',
  )
  const parameters = [...tagParameters(query)]
  const plan = (values: Values) =>
    queryPlan({ query }, postgres, { parameters, values: givenValues(parameters, values) })

  test('binds its values wherever its tags stand', () => {
    const { query: compiled, origin } = plan({ id: 7, note: hostile })
    expect(origin).toBe('foreign')
    expect(compiled.sql).not.toContain('drop table')
    expect(compiled.sql).not.toContain('total')
    expect(compiled.parameters).toContain(hostile)
    expect(plan({ id: 7, note: 'x', total: 2 }).query.sql).toContain('total')
  })

  test('takes a tag that nobody has defined for a text it needs', () => {
    expect(parameters.find(({ id }) => id === 'note')).toMatchObject({ required: true })
    expect(errorsOf(() => plan({ id: 7 }))).toEqual({ note: 'is required' })
    expect(errorsOf(() => plan({ id: 'seven', note: 'x' }))).toHaveProperty('parameters')
    expect(errorsOf(() => plan({ id: 7, note: 'x', other: 1 }))).toHaveProperty('other')
  })

  test('takes several values in a list of their own alone: they make no columns or arguments', () => {
    const planOf = (text: string, values: Values) => {
      const native = { query: text, 'template-tags': { n: { type: 'number' } } }
      const query = withDefinedTags({ type: 'native', database: 2, native }, 'postgres')
      const parameters = [...tagParameters(query)]
      const filled = { parameters, values: givenValues(parameters, values) }
      return queryPlan({ query }, postgres, filled).query
    }
    for (const text of ['insert into t values ({{n}}, {{x}})', 'select f({{x}}, {{n}})'])
      for (const values of [
        { x: ['a', 'b'], n: 1 },
        { x: 'a', n: [1, 2] },
        { x: 'a', n: '1,2' },
      ])
        expect(errorsOf(() => planOf(text, values))).toHaveProperty('parameters')
    expect(planOf('insert into t values ({{x}})', { x: ['a'] }).parameters).toEqual(['a'])
    const several = { x: ['a', 'b'], n: '1,2' }
    expect(
      planOf('delete from t where a NOT IN ( {{x}} ) [[and b = any(array[{{n}}])]]', several)
        .parameters,
    ).toEqual(['a', 'b', 1, 2])
  })

  test('has no snippets, saved questions or columns in it', () => {
    const refused = (text: string, tags: Values = {}) =>
      errorsOf(() =>
        withDefinedTags({ native: { query: text, 'template-tags': { ...tags } } }, 'postgres'),
      )
    for (const text of ['delete from {{#3}}', 'delete from t where {{snippet: all}}'])
      expect(refused(text)).toHaveProperty(['dataset_query.native.template-tags'])
    const tag = { type: 'dimension', dimension: ['field', 1, null] }
    expect(refused('delete from t where {{f}}', { f: tag })).toHaveProperty([
      'dataset_query.native.template-tags',
    ])
    for (const text of [
      'delete from t [[ where id = {{id}}',
      `delete from t where a = '{{id}}'`,
      `delete from t [[where a = "{{id}}"]]`,
    ])
      expect(refused(text)).toHaveProperty(['dataset_query.native.query'])
  })
})

test('an http action has a parameter for each tag, whose value stays where it stands', () => {
  const template = {
    method: 'POST',
    url: 'https://desk.example.com/orders/{{id}}',
    headers: { 'X-Note': '{{note}}' },
    body: '{"id": {{id}}}',
    secretRef: null,
  } as const
  const parameters = httpParameters(template, [{ id: 'id', name: 'Number', type: 'number/=' }])
  expect(parameters).toMatchObject([
    { id: 'id', name: 'Number', type: 'number/=', required: true },
    { id: 'note', required: true },
  ])
  const plan = (values: Values) =>
    httpPlan(template, { parameters, values: givenValues(parameters, values) })
  const { url, headers, body } = plan({ id: '../../admin?x=1', note: 'ok' })
  expect(new URL(url).host).toBe('desk.example.com')
  expect(new URL(url).pathname.startsWith('/orders/')).toBe(true)
  expect(new URL(url).search).toBe('')
  expect(headers['X-Note']).toBe('ok')
  expect(JSON.parse(body ?? '')).toEqual({ id: '../../admin?x=1' })
  expect(errorsOf(() => plan({ id: 1 }))).toEqual({ note: 'is required' })
  expect(errorsOf(() => plan({ id: 1, note: 'a\r\nb: c' }))).toBeDefined()

  const page = { ...template, headers: {}, url: 'https://a.example/{{id}}[[?page={{page}}]]' }
  const own = httpParameters(page, [
    { id: 'id', default: 5 },
    { id: 'page', default: 'first' },
  ])
  const urlOf = (values: Values) =>
    httpPlan(page, { parameters: own, values: givenValues(own, values) }).url
  expect(urlOf({})).toBe('https://a.example/5?page=first')
  expect(urlOf({ id: 6, page: null })).toBe('https://a.example/6')
  // What followed from the call as it was does not follow from another one.
  const said = saidBesides([parameters], [...parameters, { id: 'page', default: 'first' }])
  expect(
    httpParameters({ ...page, body: null, url: 'https://a.example/[[{{id}}]]' }, said),
  ).toEqual([expect.objectContaining({ id: 'id', required: false })])
})

test('what is left out takes what the form says, hidden or not', () => {
  const parameters = implicitParameters(target, 'row/create', [])
  const form = {
    fields: { paid: { hidden: true, defaultValue: false }, total: { defaultValue: 5 } },
  }
  const given = givenValues(parameters, { total: 7 })
  expect([...withDefaults(parameters, form, given)]).toEqual([
    ['total', 7],
    ['paid', false],
  ])
})
