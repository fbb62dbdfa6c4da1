import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { parseRequest } from '../../../infra/http/validate.ts'
import { paging } from '../../../shared/contract/common.ts'
import { hasDryRun } from '../../../shared/contract/endpoint.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'

const refusalOf = (work: () => unknown): Refusal => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('nothing was refused')
}

const nothing = { params: {}, query: {}, body: undefined }

describe('what is said of a body', () => {
  const body = z.object({
    name: z.string().min(1).max(3),
    id: z.int().min(1).max(9),
    ratio: z.number(),
    flag: z.boolean(),
    tags: z.array(z.string()).max(1),
    inner: z.object({ level: z.enum(['read', 'write']) }),
    levels: z.record(z.string(), z.literal('all')),
    place: z.union([z.int(), z.literal('root')]),
    kind: z.discriminatedUnion('type', [
      z.object({ type: z.literal('a') }),
      z.object({ type: z.literal('b') }),
    ]),
    strict: z.strictObject({ known: z.int().optional() }).optional(),
    own: z.string('must be a name'),
    maybe: z.string().nullish(),
  })
  const good = {
    name: 'abc',
    id: 1,
    ratio: 0.5,
    flag: true,
    tags: [],
    inner: { level: 'read' },
    levels: {},
    place: 'root',
    kind: { type: 'a' },
    own: '',
  }
  const said = (value: unknown) =>
    refusalOf(() => parseRequest({ body }, { ...nothing, body: value })).extras.errors

  test('what is missing is required', () => {
    const required = Object.keys(good).map((key) => [key, 'is required'])
    expect(said({})).toEqual({ ...Object.fromEntries(required), own: 'must be a name' })
    expect(said({ ...good, inner: {} })).toEqual({ 'inner.level': 'is required' })
    expect(said(undefined)).toEqual({ body: 'is required' })
  })

  test.each([
    [{ name: 1 }, { name: 'must be text' }],
    [{ name: null }, { name: 'must be text' }],
    [{ maybe: {} }, { maybe: 'must be text' }],
    [{ id: '1' }, { id: 'must be a whole number' }],
    [{ id: 1.5 }, { id: 'must be a whole number' }],
    [{ ratio: '1' }, { ratio: 'must be a number' }],
    [{ flag: 'yes' }, { flag: 'must be `true` or `false`' }],
    [{ tags: {} }, { tags: 'must be a list' }],
    [{ inner: [] }, { inner: 'must be an object' }],
    [{ levels: 'all' }, { levels: 'must be an object' }],
    [{ name: '' }, { name: 'must have at least 1 character' }],
    [{ name: 'abcd' }, { name: 'must have at most 3 characters' }],
    [{ id: 0 }, { id: 'must be at least 1' }],
    [{ id: 10 }, { id: 'must be at most 9' }],
    [{ tags: ['a', 'b'] }, { tags: 'must have at most 1 item' }],
    [{ inner: { level: 'all' } }, { 'inner.level': 'must be one of `read`, `write`' }],
    [{ levels: { x: 'none' } }, { 'levels.x': 'must be `all`' }],
    [{ place: 'top' }, { place: 'must be a whole number, or must be `root`' }],
    [{ kind: { type: 'c' } }, { 'kind.type': 'must be one of `a`, `b`' }],
    [{ strict: { other: 1, more: 2 } }, { strict: 'has no `other`, `more`' }],
    [{ own: 1 }, { own: 'must be a name' }],
  ])('%j is told in plain words', (wrong, errors) => {
    expect(said({ ...good, ...wrong })).toEqual(errors)
  })

  test('and nothing where it is in order', () => {
    expect(parseRequest({ body }, { ...nothing, body: good }).body).toEqual(good)
  })
})

test('a page that is too long is told how long one may be', () => {
  const query = z.object(paging)
  const { message } = refusalOf(() =>
    parseRequest({ query }, { ...nothing, query: { limit: '99999999' } }),
  )
  expect(message).toBe('limit: must be a whole number from 0 to 9999999')
})

const writes = endpoints
  .filter(({ side }) => side === 'command')
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))

describe('a dry run', () => {
  const errorsOf = (endpoint: (typeof writes)[number]['endpoint'], dry_run: string) => {
    try {
      parseRequest(endpoint, { ...nothing, params: { id: '1' }, query: { dry_run } })
      return {}
    } catch (error) {
      return error instanceof Refusal ? (error.extras.errors ?? {}) : { error }
    }
  }

  test('is there for all that takes or gives access at once', () => {
    const tried = writes.filter(({ endpoint }) => hasDryRun(endpoint)).map(({ name }) => name)
    expect(tried.sort()).toEqual([
      'DELETE /api/permissions/group/:id',
      'DELETE /api/permissions/membership/:id',
      'DELETE /api/user/:id',
      'POST /api/permissions/graph/revert',
      'POST /api/permissions/membership',
      'PUT /api/collection/graph',
      'PUT /api/permissions/graph',
      'PUT /api/permissions/membership/:id/clear',
      'PUT /api/user/:id',
      'PUT /api/user/:id/reactivate',
    ])
  })

  test.each(writes)('of $name is either had or refused, never done', ({ endpoint }) => {
    for (const value of ['true', '1', '', 'TRUE', 'maybe']) {
      const errors = errorsOf(endpoint, value)
      if (!hasDryRun(endpoint)) expect(errors).toEqual({ dry_run: 'this has no dry run' })
      else if (value === 'true') expect(errors).not.toHaveProperty('dry_run')
      else expect(errors).toMatchObject({ dry_run: 'must be one of `true`, `false`' })
    }
    expect(errorsOf(endpoint, 'false')).not.toHaveProperty('dry_run')
  })

  test('of a read is nothing', () => {
    for (const endpoint of endpoints.filter(({ side }) => side === 'query'))
      expect(errorsOf(endpoint, 'true')).not.toHaveProperty('dry_run')
  })
})
