import { describe, expect, test } from '@jest/globals'
import {
  fillHttpTemplate,
  type HttpTemplate,
  httpTemplateProblems,
  httpTemplateTags,
} from '../../../shared/http-call/template.ts'

const get = (url: string, more: Partial<HttpTemplate> = {}): HttpTemplate => ({
  method: 'GET',
  url,
  ...more,
})
const post = (body: string, headers: Record<string, string> = {}): HttpTemplate => ({
  method: 'POST',
  url: 'http://example.com/',
  headers,
  body,
})

const refusal = (errors: object) =>
  expect.objectContaining({ kind: 'validation', extras: { errors } })
const refused = (template: HttpTemplate, values: object): unknown => {
  try {
    fillHttpTemplate(template, { ...values })
  } catch (error) {
    return error
  }
  throw new Error('it was filled in')
}

describe('values in an address', () => {
  const template = get('https://api.example.com/v1/users/{{id}}/orders?status={{status}}&x=1')
  const inPath = (id: unknown) => fillHttpTemplate(template, { id, status: 'open' }).url

  test('stay where they stand', () => {
    expect(inPath(7)).toBe('https://api.example.com/v1/users/7/orders?status=open&x=1')
  })

  test.each([
    '../../admin',
    '..%2f',
    '%2e%2e/',
    '%252e',
    '\\..\\',
    ';/',
    '7?admin=true',
    '7#',
    '//evil.example/',
    '@evil.example',
    ':80',
    'ü ☃',
    '\r\nHost: evil.example',
    '../x',
    'a/..',
  ])('%j changes neither host nor path nor query', (value) => {
    for (const values of [
      { id: value, status: 'open' },
      { id: 7, status: value },
    ]) {
      const url = new URL(fillHttpTemplate(template, values).url)
      expect(url.origin).toBe('https://api.example.com')
      expect(url.hash).toBe('')
      const [, version, users, id, orders, ...more] = url.pathname.split('/')
      expect([version, users, orders, ...more]).toEqual(['v1', 'users', 'orders'])
      expect(decodeURIComponent(id ?? '')).toBe(String(values.id))
      expect([...url.searchParams]).toEqual([
        ['status', values.status],
        ['x', '1'],
      ])
    }
  })

  test('that are dots alone have no place in a path', () => {
    for (const id of ['.', '..'])
      expect(refused(template, { id, status: 'x' })).toEqual(
        refusal({ id: expect.stringContaining('another place') }),
      )
    const twice = get('http://example.com/a/{{one}}{{two}}')
    expect(refused(twice, { one: '.', two: '.' })).toEqual(refusal({ one: expect.any(String) }))
    const behind = get('http://example.com/a/%2E{{one}}?x=/..')
    expect(refused(behind, { one: '.' })).toEqual(refusal({ one: expect.any(String) }))
    expect(fillHttpTemplate(get('http://example.com/a.{{one}}'), { one: '.' }).url).toMatch('/a..')
    expect(fillHttpTemplate(get('http://example.com/?q={{one}}'), { one: '..' }).url).toMatch('..')
  })

  test('are left out with what is optional around them', () => {
    const paged = get('http://example.com/list?a=1[[&page={{page}}[[&size={{size}}]]]]')
    const filled = (values: object) => fillHttpTemplate(paged, { ...values }).url
    expect(filled({})).toBe('http://example.com/list?a=1')
    expect(filled({ page: 2 })).toBe('http://example.com/list?a=1&page=2')
    expect(filled({ page: 2, size: 5 })).toBe('http://example.com/list?a=1&page=2&size=5')
    expect(filled({ size: 5 })).toBe('http://example.com/list?a=1')
  })

  test('make it too long to be sent', () => {
    expect(refused(template, { id: 'x'.repeat(9_000), status: 'x' })).toEqual(
      refusal({ url: expect.any(String) }),
    )
  })
})

test('everything that is missing is named at once, and nothing else', () => {
  const template = {
    ...post('{"a": {{a}}, "b": "{{b}}" [[, "c": {{c}}]]}', { 'X-D': '{{d}}' }),
    url: 'http://example.com/{{e}}',
  }
  expect(refused(template, { a: null, b: '', e: [] })).toEqual(
    refusal({ a: 'is required', b: 'is required', d: 'is required', e: 'is required' }),
  )
  expect(refused(template, { a: 1, b: 'x', d: 'x' })).toEqual(refusal({ e: 'is required' }))
  expect(refused(get('http://example.com/{{toString}}'), {})).toEqual(
    refusal({ toString: 'is required' }),
  )
})

describe('values in a body', () => {
  const sent = (body: string, values: object, headers?: Record<string, string>) =>
    fillHttpTemplate(post(body, headers), { ...values })
  const parsed = (body: string, values: object) => JSON.parse(sent(body, values).body ?? '')

  test('are JSON of their own type', () => {
    const body = '{"n": {{n}}, "t": {{t}}, "f": {{f}}, "l": {{l}}}'
    const values = { n: 1.5, t: 'a "quoted"\n text', f: false, l: ['x', 1] }
    expect(parsed(body, values)).toEqual(values)
  })

  test.each(['"', '\\', '\\"', '", "admin": true, "x": "', '\u2028\n\u0000', '{{n}}', ']]'])(
    '%j in quotes stays in them',
    (value) => {
      expect(parsed('{"a": "<{{v}}>", "{{v}}": [1, {{v}}]}', { v: value })).toEqual({
        a: `<${value}>`,
        [value]: [1, value],
      })
    },
  )

  test('are left out with what is optional around them; lists in lists are lists', () => {
    const body = '{"a": [[1, 2]], "b": {{b}} [[, "c": "{{c}}"]]}'
    expect(parsed(body, { b: 1 })).toEqual({ a: [[1, 2]], b: 1 })
    expect(parsed(body, { b: 1, c: 2 })).toEqual({ a: [[1, 2]], b: 1, c: '2' })
    expect(parsed('{"x": [[{{a}}]] [[{{b}}]]}', { b: 3 })).toEqual({ x: 3 })
    expect(refused(post('{"x": [[{{a}}]] [[{{b}}]]}'), {})).toEqual(
      refusal({ body: expect.stringContaining('not JSON') }),
    )
  })

  test.each([
    '{"a": "\\{{v}}"}',
    '{"a": "\\u00{{v}}"}',
    '{"a": 1{{v}}}',
    '{"a": {{v}}{{v}}}',
    '{{v}',
  ])('have no clean place in %s', (body) => {
    expect(httpTemplateProblems(post(body))).toEqual(
      body === '{{v}' ? { body: expect.any(String) } : { body: 'The body is not JSON.' },
    )
    for (const v of ['"', 1]) expect(refused(post(body), { v })).toBeInstanceOf(Error)
  })

  test('of a form stay in their field', () => {
    const type = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const { body, headers } = sent('a={{a}}&b=2', { a: '1&admin=true+ü' }, type)
    expect([...new URLSearchParams(body)]).toEqual([
      ['a', '1&admin=true+ü'],
      ['b', '2'],
    ])
    expect(headers).toEqual({ Accept: 'application/json', ...type })
  })

  test('stand in plain text as they are, and in no other language', () => {
    expect(sent('Hello {{a}}', { a: '"x"' }, { 'Content-Type': 'text/plain' }).body).toBe(
      'Hello "x"',
    )
    const xml = post('<a>{{a}}</a>', { 'Content-Type': 'application/xml' })
    expect(httpTemplateProblems(xml)).toEqual({ body: expect.stringContaining('as JSON') })
    expect(httpTemplateProblems({ ...xml, body: '<a/>' })).toEqual({})
    expect(fillHttpTemplate({ ...xml, body: '<a/>' }, {}).body).toBe('<a/>')
  })

  test('are none of a GET', () => {
    const template = { ...post('{"a": {{a}}'), method: 'GET' as const }
    expect(httpTemplateProblems(template)).toEqual({})
    expect(httpTemplateTags(template)).toEqual([])
    const { headers, body } = fillHttpTemplate(template, {})
    expect(body).toBeUndefined()
    expect(headers).toEqual({ Accept: 'application/json' })
  })
})

describe('values in headers', () => {
  test('stay in their line', () => {
    const template = get('http://example.com/', { headers: { 'X-A': 'Bearer {{a}}' } })
    expect(fillHttpTemplate(template, { a: 'x y' }).headers).toMatchObject({ 'X-A': 'Bearer x y' })
    for (const a of ['x\r\nY: z', 'x\ny', 'x\u0000', 'ü', '\u2028'])
      expect(refused(template, { a })).toEqual(refusal({ a: expect.any(String) }))
    const cookie = get('http://example.com/', { headers: { Cookie: 'a={{a}}' } })
    expect(refused(cookie, { a: '1; admin=1' })).toEqual(refusal({ a: expect.any(String) }))
  })

  test.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'TE', 'Upgrade'])(
    'of the connection are not a template’s: %s',
    (name) => {
      expect(
        httpTemplateProblems(get('http://example.com/', { headers: { [name]: 'x' } })),
      ).toEqual({
        headers: expect.stringContaining(name),
      })
    },
  )

  test.each([{ 'a b': 'x' }, { '': 'x' }, { 'X-A': 'a\r\nb' }, { a: 'x', A: 'y' }, { a: '{{b' }])(
    '%j cannot be sent',
    (headers) => {
      const problems = httpTemplateProblems(get('http://example.com/', { headers }))
      expect(problems).toEqual({ headers: expect.any(String) })
    },
  )

  test('are never what says how the body is written', () => {
    const template = post('{{a}}', { 'Content-Type': '{{type}}' })
    expect(httpTemplateProblems(template)).toHaveProperty('headers')
  })
})

test.each([
  'http://{{host}}/',
  'http://example.com{{path}}',
  'http://example.com[[/{{path}}]]',
  '{{url}}',
  'http://example.com:{{port}}/',
  'http://{{user}}@example.com/',
  'ftp://example.com/{{path}}',
  'http://example.com/{{',
  'http://example.com/[[a={{b}}',
  'http://0x7f.1/{{path}}',
  'http://example.com/{{path}} and more',
])('%s has no host that stays', (url) => {
  expect(httpTemplateProblems(get(url))).toEqual({ url: expect.stringContaining('The address') })
  expect(
    refused(get(url), { host: 'x', path: 'x', url: 'http://x/', port: 1, user: 'x', b: 1 }),
  ).toMatchObject({ kind: 'validation' })
})

test('tags are told in order, required where they stand outside of what is optional', () => {
  const template = {
    ...post('{"a": "{{a}}", "b": {{b}} [[, "c": {{c}}, "e": {{e}}]]}', { X: '{{d}}' }),
    url: 'http://example.com/{{e}}[[?c={{c}}]]',
  }
  expect(httpTemplateTags(template)).toEqual([
    { name: 'e', required: true },
    { name: 'c', required: false },
    { name: 'd', required: true },
    { name: 'a', required: true },
    { name: 'b', required: true },
  ])
})
