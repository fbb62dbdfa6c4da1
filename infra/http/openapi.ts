import { z } from 'zod'
import { errorBody } from '../../shared/contract/common.ts'
import type { AnyEndpoint, Method } from '../../shared/contract/endpoint.ts'
import { contractNames } from '../../shared/contract/index.ts'
import type { OpenApiDocument, PathItem, Verb } from './openapi/document.ts'
import { apiKeyScheme, headers, requestHeaders, sessionScheme } from './openapi/headers.ts'
import { introduction } from './openapi/introduction.ts'
import { describeOperation } from './openapi/operation.ts'
import { refusalComponents } from './openapi/refusals.ts'
import { describeShapes } from './openapi/schemas.ts'

export type DocumentOptions = {
  readonly title: string
  readonly version: string
  /** Names of endpoints and of the shapes they share; those of the contract unless given. */
  readonly names?: ReadonlyMap<unknown, string>
}

const verbs: Record<Method, Verb> = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' }

const methods = Object.keys(verbs)

const partsOf = ({ params, query, body, response }: AnyEndpoint): readonly z.ZodType[] =>
  [params, query, body, response].filter((part) => part instanceof z.ZodType)

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** Objects of the contract that have a name; everything else is written out where it stands. */
const namedShapes = (names: ReadonlyMap<unknown, string>): ReadonlyMap<z.ZodType, string> =>
  new Map<z.ZodType, string>([
    [errorBody, 'Error'],
    ...[...names].flatMap(([value, name]) =>
      value instanceof z.ZodObject ? [[value, capitalised(name)] as const] : [],
    ),
  ])

const unnamed = ({ method, path }: AnyEndpoint) =>
  `${verbs[method]}${path.split(/\W+/).map(capitalised).join('')}`

const templateOf = ({ path }: AnyEndpoint) => path.replace(/:(\w+)/g, '{$1}')

const compare = (a: string, b: string) => Number(a > b) - Number(a < b)

/** By path, literal ones first, then reading before writing; the order of tags is the contract's. */
const inReadingOrder = (endpoints: readonly AnyEndpoint[]): readonly AnyEndpoint[] => {
  const tags = [...new Set(endpoints.map(({ tag }) => tag))]
  return [...endpoints].sort(
    (a, b) =>
      tags.indexOf(a.tag) - tags.indexOf(b.tag) ||
      compare(templateOf(a), templateOf(b)) ||
      methods.indexOf(a.method) - methods.indexOf(b.method),
  )
}

/** The OpenAPI document of some endpoints, derived from their values alone. */
export const openApiDocument = (
  endpoints: readonly AnyEndpoint[],
  { title, version, names = contractNames }: DocumentOptions,
): OpenApiDocument => {
  const ordered = inReadingOrder(endpoints)
  const schemas = describeShapes([errorBody, ...ordered.flatMap(partsOf)], namedShapes(names))
  const paths: Record<string, PathItem> = {}
  for (const endpoint of ordered) {
    const path = templateOf(endpoint)
    const operationId = names.get(endpoint) ?? unnamed(endpoint)
    paths[path] = {
      ...paths[path],
      [verbs[endpoint.method]]: describeOperation(endpoint, operationId, schemas.of),
    }
  }
  return {
    openapi: '3.1.1',
    info: { title, version, description: introduction },
    servers: [{ url: '/' }],
    tags: [...new Set(ordered.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: schemas.components,
      parameters: requestHeaders,
      headers,
      responses: refusalComponents,
      securitySchemes: { session: sessionScheme, apiKey: apiKeyScheme },
    },
  }
}
