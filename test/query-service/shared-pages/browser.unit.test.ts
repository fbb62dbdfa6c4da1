import { beforeAll, describe, expect, test } from '@jest/globals'

// biome-ignore lint/suspicious/noExplicitAny: modules of the browser have no types
type Any = any

const load = async (name: string): Promise<Any> =>
  import(new URL(`../../../query-service/shared-pages/browser/${name}.mjs`, import.meta.url).href)

describe('the hash of a page', () => {
  let hash: Any
  beforeAll(async () => {
    hash = await load('hash-options')
  })

  test('says nothing: all is shown, in light colours', () => {
    for (const nothing of ['', '#', '#theme=pink', '#refresh=soon', '#refresh=-5'])
      expect(hash.readOptions(nothing)).toEqual({
        bordered: true,
        titled: true,
        theme: 'light',
        hidden: [],
        downloads: true,
        refreshSeconds: 0,
        tab: null,
        values: {},
      })
  })

  test('says how the page is shown, and values of parameters by their names', () => {
    const text =
      '#bordered=false&titled=False&theme=night&hide_parameters=a,%20b%20c,&hide_download_button=true' +
      '&refresh=60&tab=Two&category=Toys&category=Garden&city=New%20York&empty='
    expect(hash.readOptions(text)).toEqual({
      bordered: false,
      titled: false,
      theme: 'night',
      hidden: ['a', 'b c'],
      downloads: false,
      refreshSeconds: 60,
      tab: 'Two',
      values: { category: ['Toys', 'Garden'], city: 'New York' },
    })
    expect(hash.readOptions('#refresh=1').refreshSeconds).toBe(10)
    expect(Object.keys(hash.readOptions('#__proto__=x').values)).toEqual(['__proto__'])
  })

  test('takes other values and keeps the rest', () => {
    const before = '#theme=night&category=Toys'
    expect(hash.withValues(before, { a: ['1', '2'], b: 3 })).toBe('#theme=night&a=1&a=2&b=3')
    expect(hash.withValues('#category=Toys', {})).toBe('')
  })
})

describe('the value of a parameter', () => {
  let codecs: Any
  let rolesOfMode: Any
  beforeAll(async () => {
    const module = await load('value-codecs')
    codecs = module.codecs
    rolesOfMode = module.rolesOfMode
  })

  test.each([
    ['text', { value: 'Toys' }, 'Toys'],
    ['number', { value: '2.5' }, 2.5],
    ['boolean', { value: 'false' }, false],
    ['numbers', { from: '1', to: '' }, [1, null]],
    ['numbers', { from: '', to: '9' }, [null, 9]],
    ['days', { from: '2024-01-01', to: '2024-01-31' }, '2024-01-01~2024-01-31'],
    ['days', { from: '', to: '2024-01-31' }, '~2024-01-31'],
    ['month', { value: '2024-02' }, '2024-02'],
    ['quarter', { quarter: 'Q1', year: '2024' }, 'Q1-2024'],
    ['dates', { mode: 'past30days' }, 'past30days'],
    ['dates', { mode: 'past30days~' }, 'past30days~'],
    ['dates', { mode: 'on', from: '2024-01-01' }, '2024-01-01'],
    ['dates', { mode: 'between', from: '2024-01-01', to: '2024-02-01' }, '2024-01-01~2024-02-01'],
    ['dates', { mode: 'before', from: '2024-01-01' }, '~2024-01-01'],
    ['dates', { mode: 'after', from: '2024-01-01' }, '2024-01-01~'],
  ])('of %s is made of fields, and fills them in again: %j ⇄ %j', (control, fields, value) => {
    expect(codecs[control].toValue(fields)).toEqual(value)
    expect(codecs[control].toFields(value)).toEqual(fields)
  })

  test('is none while something is missing', () => {
    for (const [control, { toValue }] of Object.entries<Any>(codecs))
      expect([control, toValue({})]).toEqual([control, null])
    expect(codecs.dates.toValue({ mode: 'between', from: '2024-01-01', to: '' })).toBeNull()
    expect(codecs.quarter.toValue({ quarter: 'Q1', year: '' })).toBeNull()
  })

  test('is asked for by the fields a mode needs', () => {
    expect(['', 'past7days', 'on', 'between'].map(rolesOfMode)).toEqual([
      [],
      [],
      ['from'],
      ['from', 'to'],
    ])
  })
})

describe('addresses behind a page', () => {
  const at = async (valuesBy: string) => {
    const { addressesOf } = await load('addresses')
    const dataset = { page: '/public/dashboard/u', api: '/api/x/dashboard/u', valuesBy }
    return addressesOf(dataset, (slug: string) => `id-${slug}`)
  }
  const values = { a: ['1', '2'], b: 3 }
  const queryOf = (address: string) => [...new URL(address, 'http://x').searchParams]

  test('give values by ids to the API of public links', async () => {
    const addresses = await at('id')
    expect(queryOf(addresses.download('/f/csv', values))).toEqual([
      ['parameters', '[{"id":"id-a","value":["1","2"]},{"id":"id-b","value":3}]'],
    ])
    expect(addresses.download('/f/csv', {})).toBe('/api/x/dashboard/u/f/csv')
    const listed = addresses.values({ id: 'id-a', slug: 'a' }, 'x/y', { ...values, c: ['4'] })
    expect(listed).toMatch(/^\/api\/x\/dashboard\/u\/params\/id-a\/search\/x%2Fy\?/)
    expect(queryOf(listed)).toEqual([
      ['id-b', '3'],
      ['id-c', '["4"]'],
    ])
  })

  test('give them by slugs to that of embeds', async () => {
    const addresses = await at('slug')
    expect(queryOf(addresses.download('/f/csv', values))).toEqual([
      ['a', '1'],
      ['a', '2'],
      ['b', '3'],
    ])
    expect(addresses.values({ id: 'id-a', slug: 'a' }, '', values)).toBe(
      '/api/x/dashboard/u/params/id-a/values?b=3',
    )
    expect(queryOf(addresses.part('/card', { width: '400' }, values))).toEqual([
      ['width', '400'],
      ['values', JSON.stringify(values)],
    ])
  })
})
