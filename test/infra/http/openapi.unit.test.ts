import { describe, expect, test } from '@jest/globals'
import { Validator } from '@seriousme/openapi-schema-validator'
import { z } from 'zod'
import { sessionHeader } from '../../../infra/http/access.ts'
import type { Operation, Reference, Verb } from '../../../infra/http/openapi/document.ts'
import { examples } from '../../../infra/http/openapi/examples.ts'
import { openApiDocument } from '../../../infra/http/openapi.ts'
import { parseMbql } from '../../../query-service/engine/mbql/schema.ts'
import { idInBody, idParams, paging } from '../../../shared/contract/common.ts'
import { runQuery } from '../../../shared/contract/dataset.ts'
import {
  type AnyEndpoint,
  download,
  endpoint,
  noContent,
} from '../../../shared/contract/endpoint.ts'
import { endpoints } from '../../../shared/contract/index.ts'
import { parseNative } from '../../../shared/sql/template/native-query.ts'

const document = openApiDocument(endpoints, { title: 'API', version: 'v1.2.3' })

const templateOf = ({ path }: AnyEndpoint) => path.replace(/:(\w+)/g, '{$1}')

const operationOf = (declared: AnyEndpoint, within = document): Operation => {
  const operation = within.paths[templateOf(declared)]?.[declared.method.toLowerCase() as Verb]
  if (!operation) throw new Error(`${declared.method} ${declared.path} is missing`)
  return operation
}

const operations = Object.values(document.paths).flatMap((item) => Object.values(item))

const referencesIn = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([key, inner]) =>
        key === '$ref' ? [String(inner)] : referencesIn(inner),
      )

const resolve = (reference: string, within: unknown = document): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((value, key) => Object(value)[key], within)

const parametersOf = (operation: Operation, within = document) =>
  operation.parameters.map((parameter) =>
    '$ref' in parameter
      ? (resolve((parameter as Reference).$ref, within) as { name: string; in: string })
      : parameter,
  )

const byAddress = endpoints.map(
  (declared) => [`${declared.method} ${declared.path}`, declared] as const,
)

describe('the document as a whole', () => {
  test('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }))
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  })

  test('refers only to what it holds, and holds only schemas something refers to', () => {
    const references = new Set(referencesIn(document))
    for (const reference of references) {
      expect(reference).toMatch(/^#\/components\/\w+\/[\w.-]+$/)
      expect(resolve(reference)).toBeDefined()
    }
    const unused = Object.keys(document.components.schemas).filter(
      (name) => !references.has(`#/components/schemas/${name}`),
    )
    expect(unused).toEqual([])
  })

  test('has every endpoint exactly once, each under an id of its own', () => {
    expect(operations).toHaveLength(endpoints.length)
    const ids = operations.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(endpoints.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/)
    for (const declared of endpoints) expect(operationOf(declared).tags).toEqual([declared.tag])
  })

  test('is plain JSON and the same each time', () => {
    const again = openApiDocument(endpoints, { title: 'API', version: 'v1.2.3' })
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
    expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  })

  test('names the header the service reads', () => {
    const scheme = document.components.securitySchemes.session
    expect(scheme).toMatchObject({ type: 'apiKey', in: 'header' })
    expect(scheme?.name?.toLowerCase()).toBe(sessionHeader)
  })
})

describe.each(byAddress)('%s', (_, declared) => {
  const operation = operationOf(declared)
  const statuses = Object.keys(operation.responses)

  test('declares every parameter of its path, as required', () => {
    const wanted = [...declared.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    const inPath = operation.parameters.filter((it) => 'in' in it && it.in === 'path')
    expect(inPath.map((it) => 'name' in it && it.name).sort()).toEqual(wanted.sort())
    for (const parameter of inPath) expect(parameter).toMatchObject({ required: true })
  })

  test('asks for a session or an API key as its access rule does', () => {
    const known = declared.inPerson ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }]
    const needs = { anyone: [], 'session-once-set-up': [{}, ...known] }[declared.access as string]
    expect(operation.security).toEqual(needs ?? known)
    if (declared.access !== 'anyone') expect(statuses).toContain('401')
    if (['admin', 'self-or-admin'].includes(declared.access)) expect(statuses).toContain('403')
  })

  test('takes a body if it declares one', () => {
    expect(operation.requestBody !== undefined).toBe(declared.body !== undefined)
    for (const status of ['413', '415'])
      expect(statuses.includes(status)).toBe(declared.body !== undefined)
  })

  test('answers as declared, with rate limits and a request id on every answer', () => {
    const mayBeNothing = declared.response instanceof z.ZodOptional
    const success = declared.response === noContent || mayBeNothing ? ['204'] : []
    const told = declared.response === noContent && !declared.trial ? [] : ['200']
    expect(statuses.filter((status) => status.startsWith('2'))).toEqual([...told, ...success])
    expect(statuses).toEqual(expect.arrayContaining(['400', '429', '500', '503']))
    for (const response of Object.values(operation.responses)) {
      const { headers } = ('$ref' in response ? resolve(response.$ref) : response) as {
        headers: object
      }
      expect(Object.keys(headers)).toEqual(
        expect.arrayContaining([
          'X-Request-Id',
          'X-Rate-Limit-Limit',
          'X-Rate-Limit-Remaining',
          'X-Rate-Limit-Reset',
        ]),
      )
    }
  })
})

describe('examples', () => {
  const requests = [...examples].flatMap(([declared, { request = {} }]) =>
    Object.entries(request).map(
      ([name, { value }]) => [`${declared.path}: ${name}`, declared, value] as const,
    ),
  )

  test.each(requests)('%s is a body the endpoint takes', (_, declared, value) => {
    expect(declared.body?.safeParse(value)).toMatchObject({ success: true })
  })

  test('of questions are questions the engine reads', () => {
    const { structured, sql } = Object(examples.get(runQuery)?.request)
    expect(parseMbql(structured.value.query)).toMatchObject({ limit: 12 })
    expect(parseNative(sql.value.native).text).toMatch(/select/i)
  })

  test('of answers are answers', () => {
    for (const [declared, { response = {} }] of examples)
      for (const { value } of Object.values(response))
        expect(declared.response.safeParse(value)).toMatchObject({ success: true })
  })
})

describe('what a declaration becomes', () => {
  const common = { rate: 'write', tag: 'Thing', summary: 'Some `thing`' } as const
  const thing = z.object({ id: z.int(), data: z.json(), note: z.string().nullish() })
  type Tree = { name: string; children: Tree[] }
  const tree: z.ZodType<Tree> = z.lazy(() =>
    z.object({ name: z.string(), children: z.array(tree) }),
  )
  const list = endpoint({
    ...common,
    method: 'GET',
    path: '/api/thing',
    side: 'query',
    access: 'session',
    query: z.object(paging),
    response: z.array(thing),
  })
  const create = endpoint({
    ...common,
    method: 'POST',
    path: '/api/thing',
    side: 'command',
    access: 'session',
    body: z.object({
      at: z.string().transform((text) => new Date(text)),
      wrapped: z.preprocess((value) => value, thing),
      parent_id: idInBody.nullish(),
    }),
    response: thing,
  })
  const showTree = endpoint({
    ...common,
    method: 'GET',
    path: '/api/thing/:id/tree',
    side: 'query',
    access: 'anyone',
    params: idParams,
    response: tree,
  })
  const save = endpoint({
    ...common,
    method: 'POST',
    path: '/api/thing/file',
    side: 'query',
    access: 'session',
    form: true,
    body: z.object({ query: thing }).optional(),
    response: download,
  })
  const names = new Map<unknown, string>([
    [thing, 'thing'],
    [create, 'createThing'],
  ])
  const small = openApiDocument([list, create, showTree, save], {
    title: 'Things',
    version: 'v1',
    names,
  })
  const contentOf = (declared: AnyEndpoint) => operationOf(declared, small).responses[200]
  const namesOf = (declared: AnyEndpoint) =>
    parametersOf(operationOf(declared, small), small).map(({ name }) => name)
  const thingReference = { $ref: '#/components/schemas/Thing' }

  test('shapes with a name are written once; any JSON value is the empty schema', () => {
    expect(small.components.schemas.Thing).toEqual({
      type: 'object',
      properties: {
        id: { type: 'integer' },
        data: {},
        note: { type: ['string', 'null'] },
      },
      required: ['id', 'data'],
    })
    expect(contentOf(create)).toMatchObject({
      content: { 'application/json': { schema: thingReference } },
    })
    expect(contentOf(list)).toMatchObject({
      content: { 'application/json': { schema: { type: 'array', items: thingReference } } },
    })
  })

  test('bodies are described as they are sent, whatever they are turned into', () => {
    const { content } = operationOf(create, small).requestBody ?? {}
    expect(content?.['application/json']?.schema).toEqual({
      type: 'object',
      properties: {
        at: { type: 'string' },
        wrapped: thingReference,
        parent_id: {
          anyOf: [{ type: 'integer', minimum: 1, maximum: 2_147_483_647 }, { type: 'null' }],
        },
      },
      required: ['at', 'wrapped'],
    })
  })

  test('a recursive shape becomes a schema that refers to itself', async () => {
    const [reference = ''] = referencesIn(contentOf(showTree)).filter((it) =>
      it.includes('schemas'),
    )
    expect(resolve(reference, small)).toMatchObject({
      properties: { children: { type: 'array', items: { $ref: reference } } },
    })
    expect(await new Validator().validate(structuredClone({ ...small }))).toMatchObject({
      valid: true,
    })
  })

  test('texts of addresses are described by what they stand for', () => {
    expect(operationOf(showTree, small).parameters[0]).toEqual({
      name: 'id',
      in: 'path',
      required: true,
      schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
    })
    expect(operationOf(list, small).parameters[0]).toEqual({
      name: 'limit',
      in: 'query',
      required: false,
      schema: { type: 'integer', minimum: 0 },
    })
  })

  test('writes take an idempotency key and tell their position; reads ask for one', () => {
    expect(namesOf(create)).toEqual(['Idempotency-Key'])
    expect(contentOf(create)).toHaveProperty('headers.X-Event-Position')
    expect(contentOf(create)).toHaveProperty('headers.X-Projection')
    expect(namesOf(list)).toEqual(['limit', 'offset', 'X-At-Least-Position'])
    expect(contentOf(list)).toHaveProperty('headers.X-Total-Count')
    expect(contentOf(list)).not.toHaveProperty('headers.X-Event-Position')
  })

  test('a body that names something by id can miss it, or name what the caller may not', () => {
    const statuses = Object.keys(operationOf(create, small).responses)
    expect(statuses).toEqual(expect.arrayContaining(['401', '403', '404', '409']))
    const open = Object.keys(operationOf(list, small).responses)
    for (const status of ['403', '404', '409', '413', '415']) expect(open).not.toContain(status)
  })

  test('files, forms and optional bodies', () => {
    const { requestBody, summary, operationId } = operationOf(save, small)
    expect(requestBody).toMatchObject({
      required: false,
      content: {
        'application/x-www-form-urlencoded': {
          encoding: { query: { contentType: 'application/json' } },
        },
      },
    })
    expect(Object.keys(Object(contentOf(save)).content)).toContain('text/csv')
    expect(contentOf(save)).toHaveProperty('headers.Content-Disposition')
    expect({ summary, operationId }).toEqual({
      summary: 'Some thing',
      operationId: 'postApiThingFile',
    })
  })

  test('failures list the words a client may meet', () => {
    expect(small.components.responses.Conflict).toMatchObject({
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              {
                properties: {
                  code: { enum: expect.arrayContaining(['conflict', 'stale-revision']) },
                },
              },
            ],
          },
        },
      },
    })
  })
})
