import { describe, expect, test } from '@jest/globals'
import { admit, type Embeddable, type TokenValues } from '../../../shared/embedding/gate.ts'
import type { AddressValues } from '../../../shared/embedding/values.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

const parameters = [
  { id: 'l', slug: 'tenant', type: 'string/=' },
  { id: 'e', slug: 'state', type: 'string/=', default: 'NY' },
  { id: 'f', slug: 'at_least', type: 'number/>=' },
  { id: 'd', slug: 'secret', type: 'string/=' },
  { id: 'u', slug: 'unlisted', type: 'string/=' },
]
const thing: Embeddable = {
  parameters,
  embedding_params: {
    tenant: 'locked',
    state: 'enabled',
    at_least: 'enabled',
    secret: 'disabled',
    gone: 'enabled',
  },
}

type Asked = { readonly token?: TokenValues; readonly address?: AddressValues }

const outcome = ({ token = {}, address = {} }: Asked, over = thing) => {
  const { given, open, locked, isBroken } = admit(over, { tenant: 'a', ...token }, address)
  const values = given.map(({ parameter: { slug }, value }) => [slug, value])
  return {
    values: Object.fromEntries(values),
    open: open.map(({ slug }) => slug),
    locked: locked.map(({ slug }) => slug),
    isBroken,
  }
}

/** What the one who asks is told. */
const refusal = (asked: Asked, over = thing): string => {
  try {
    outcome(asked, over)
    return 'admitted'
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'validation') throw error
    return `${error.message} ${Object.keys(error.extras.errors ?? {})}`
  }
}

describe('what is let through', () => {
  const tenant = { tenant: 'a' }
  const [both, rest] = [['state', 'at_least'], ['at_least']]
  const table: readonly (readonly [string, Asked, Record<string, unknown>, readonly string[]])[] = [
    ['nothing but what is locked', {}, tenant, both],
    ['enabled in the address', { address: { state: 'CA' } }, { ...tenant, state: 'CA' }, both],
    ['enabled in the token', { token: { state: 'CA' } }, { ...tenant, state: 'CA' }, rest],
    ['a list in the token', { token: { tenant: ['a', 'b'] } }, { tenant: ['a', 'b'] }, both],
    [
      'a key many times',
      { address: { state: ['1', '2'] } },
      { ...tenant, state: ['1', '2'] },
      both,
    ],
    ['a number', { address: { at_least: '7.5' } }, { ...tenant, at_least: 7.5 }, both],
    ['numbers', { address: { at_least: ['1', '-2'] } }, { ...tenant, at_least: [1, -2] }, both],
    ['no number', { address: { at_least: '007' } }, { ...tenant, at_least: '007' }, both],
    ['digits of a text', { address: { state: '02134' } }, { ...tenant, state: '02134' }, both],
    ['a truth', { address: { at_least: 'true' } }, { ...tenant, at_least: true }, both],
    ['text that is cleared', { address: { state: ' ' } }, { ...tenant, state: null }, both],
    [
      'blank and enabled',
      { token: { state: '' }, address: { state: 'CA' } },
      { ...tenant, state: 'CA' },
      both,
    ],
    [
      'blank beside a token',
      { token: { state: 'CA' }, address: { state: '' } },
      { ...tenant, state: 'CA' },
      rest,
    ],
    ['blank and locked', { address: { tenant: '' } }, tenant, both],
    [
      'blank and disabled',
      { token: { secret: null }, address: { secret: ' ', x: '' } },
      tenant,
      both,
    ],
  ]
  test.each(table)('%s', (_, asked, values, open) => {
    expect(outcome(asked)).toEqual({ values, open, locked: ['tenant'], isBroken: false })
  })
})

describe('what is not', () => {
  const table: readonly (readonly [string, Asked])[] = [
    ['locked missing', { token: { tenant: undefined as never } }],
    ['locked null', { token: { tenant: null } }],
    ['locked blank', { token: { tenant: '' } }],
    ['locked spaces', { token: { tenant: '  ' } }],
    ['locked no values', { token: { tenant: [] } }],
    ['locked blank values', { token: { tenant: ['', ' '] } }],
    ['locked in the address alone', { token: { tenant: null }, address: { tenant: 'a' } }],
    ['locked in both', { address: { tenant: 'a' } }],
    ['locked in both, many times', { address: { tenant: ['', 'b'] } }],
    ['enabled in both', { token: { state: 'CA' }, address: { state: 'CA' } }],
    ['disabled in the token', { token: { secret: 'x' } }],
    ['disabled in the address', { address: { secret: 'x' } }],
    ['unlisted in the token', { token: { unlisted: 'x' } }],
    ['unlisted in the address', { address: { unlisted: 'x' } }],
    ['unknown in the token', { token: { unknown: 0 } }],
    ['unknown in the address', { address: { utm_source: 'mail' } }],
    ['enabled, but not there any more', { address: { gone: 'x' } }],
    ['in other letters', { address: { State: 'CA' } }],
    ['with a space', { address: { 'state ': 'CA' } }],
    ['locked in other letters', { token: { Tenant: 'b' } }],
    ['by its id', { address: { e: 'CA' } }],
    ['what all objects have', { address: { constructor: 'x' } }],
    ['what all objects have, in the token', { token: { toString: 'x' } }],
  ]
  test.each(table)('%s', (_, asked) => {
    expect(refusal(asked)).not.toBe('admitted')
  })

  test('which parameters there are cannot be told from it', () => {
    const told = (slug: string) => refusal({ address: { [slug]: 'x' } }).replaceAll(slug, '…')
    expect(new Set(['tenant', 'secret', 'unlisted', 'unknown'].map(told)).size).toBe(1)
    expect(refusal({ token: { tenant: null } })).not.toContain('tenant ')
  })
})

test('what is locked and not there any more is known, and its value wanted', () => {
  const { embedding_params: rules } = thing
  const over = { ...thing, embedding_params: { ...rules, lost: 'locked' } }
  expect(refusal({}, over)).not.toBe('admitted')
  expect(outcome({ token: { lost: 1 } }, over)).toMatchObject({
    isBroken: true,
    locked: ['tenant'],
  })
  expect(refusal({ token: { lost: 1 }, address: { lost: '1' } }, over)).not.toBe('admitted')
})

test('what is locked and cannot be told from another parameter keeps nothing back', () => {
  const both = (id: unknown, other: unknown): Embeddable =>
    ({
      parameters: [
        { slug: 'state', type: 'string/=', ...(id !== undefined && { id }) },
        { id: other, slug: 'tenant', type: 'string/=' },
      ],
      embedding_params: { tenant: 'locked', state: 'enabled' },
    }) as Embeddable
  expect(outcome({}, both('1', '2')).isBroken).toBe(false)
  expect(outcome({}, both('1', '1')).isBroken).toBe(true)
  expect(outcome({}, both('1', undefined)).isBroken).toBe(true)
})

test('what is enabled under the id of another parameter is not open, and keeps nothing back', () => {
  const both = (id: string, other: string, rules: Embeddable['embedding_params']): Embeddable => ({
    parameters: [
      { id, slug: 'secret', type: 'string/=' },
      { id: other, slug: 'state', type: 'string/=' },
    ],
    embedding_params: rules,
  })
  const through = (over: Embeddable) => {
    const { open, isBroken } = admit(over, {}, {})
    return { open: open.map(({ slug }) => slug), isBroken }
  }
  const rules = { state: 'enabled' }
  expect(through(both('1', '2', rules))).toEqual({ open: ['state'], isBroken: false })
  expect(through(both('1', '1', rules))).toEqual({ open: [], isBroken: true })
  expect(through(both('1', '1', { ...rules, secret: 'enabled' }))).toEqual({
    open: [],
    isBroken: true,
  })
  expect(through(both('1', '1', {}))).toEqual({ open: [], isBroken: false })
})

test('without any rules nothing may be said', () => {
  for (const rules of [null, {}]) {
    const over = { parameters, embedding_params: rules }
    expect(admit(over, {}, { state: '' })).toMatchObject({ given: [], open: [], locked: [] })
    expect(() => admit(over, { state: 'CA' }, {})).toThrow(Refusal)
    expect(() => admit(over, {}, { state: 'CA' })).toThrow(Refusal)
  }
})

test('parameters of the same slug are all given its value; one without a slug goes by its name', () => {
  const same = [
    { id: '1', slug: 'x', type: 'string/=' },
    { id: '2', slug: 'x', type: 'string/=' },
    { id: '3', name: 'y', type: 'string/=' },
  ]
  const over: Embeddable = { parameters: same, embedding_params: { x: 'locked', y: 'enabled' } }
  const { given, locked } = admit(over, { x: 'a' }, { y: 'b' })
  expect(given.map(({ parameter, value }) => [parameter.id, value])).toEqual([
    ['1', 'a'],
    ['2', 'a'],
    ['3', 'b'],
  ])
  expect(locked).toEqual(same.slice(0, 2))
})
