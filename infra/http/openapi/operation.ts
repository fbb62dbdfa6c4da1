import { z } from 'zod'
import { type ExportFormat, exportFormats } from '../../../shared/contract/dataset.ts'
import {
  type Access,
  type AnyEndpoint,
  type DownloadShape,
  isDownload,
  noContent,
} from '../../../shared/contract/endpoint.ts'
import {
  type Content,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  reference,
  type Schema,
} from './document.ts'
import { examples } from './examples.ts'
import { headerReferences, successHeaders, takesIdempotencyKey } from './headers.ts'
import { refusalsOf } from './refusals.ts'

export type SchemaOf = (shape: z.ZodType) => Schema

type Security = Operation['security']

const securityOf = ({ access, inPerson }: AnyEndpoint): Security => {
  if (access === 'anyone') return []
  const known = [{ session: [] }, ...(inPerson ? [] : [{ apiKey: [] }])]
  return access === 'session-once-set-up' ? [{}, ...known] : known
}

const whoMay: Record<Access, string> = {
  anyone: 'Needs no session.',
  'session-once-set-up': 'Needs a session once the service has been set up.',
  session: 'Needs a session.',
  'self-or-admin': 'For the user themselves and for admins.',
  admin: 'For admins.',
}

const mediaTypes: Record<ExportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

type ObjectSchema = {
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: readonly string[]
}

/** A schema's members; a shape that is not an object has none. */
const membersOf = ({ properties = {}, required = [] }: Partial<ObjectSchema>): ObjectSchema => ({
  properties,
  required,
})

const parametersIn = (
  place: 'path' | 'query',
  shape: z.ZodType | undefined,
  schemaOf: SchemaOf,
): readonly Parameter[] => {
  if (!shape) return []
  const { properties, required } = membersOf(schemaOf(shape))
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema,
  }))
}

const headerParameters = (endpoint: AnyEndpoint): readonly Reference[] => [
  ...(takesIdempotencyKey(endpoint) ? [reference('parameters', 'Idempotency-Key')] : []),
  ...(endpoint.side === 'query' ? [reference('parameters', 'X-At-Least-Position')] : []),
  ...(endpoint.versioned ? [reference('parameters', 'If-None-Match')] : []),
]

/** Fields of a form that are not plain text hold JSON. */
const formOf = (schema: Schema) => {
  const fields = Object.keys(membersOf(schema).properties)
  return {
    schema,
    encoding: Object.fromEntries(
      fields.map((name) => [name, { contentType: 'application/json' } as const]),
    ),
  }
}

const requestBody = (endpoint: AnyEndpoint, schemaOf: SchemaOf): Operation['requestBody'] => {
  const body: z.ZodType | undefined = endpoint.body
  if (!body) return undefined
  const schema = schemaOf(body)
  const { request } = examples.get(endpoint) ?? {}
  return {
    required: !body.safeParse(undefined).success,
    content: {
      'application/json': { schema, ...(request && { examples: request }) },
      ...(endpoint.form && { 'application/x-www-form-urlencoded': formOf(schema) }),
    },
  }
}

const file = ({ mediaType }: DownloadShape): { description: string; content: Content } =>
  mediaType === undefined
    ? {
        description:
          'The file. A query that fails before its first row answers its failed result as JSON instead.',
        content: Object.fromEntries(exportFormats.map((format) => [mediaTypes[format], {}])),
      }
    : { description: 'The file.', content: { [mediaType]: {} } }

const success = (endpoint: AnyEndpoint, schemaOf: SchemaOf): Readonly<Record<string, Response>> => {
  const headers = headerReferences(successHeaders(endpoint))
  const { trial } = endpoint
  const tried = trial && { 'application/json': { schema: schemaOf(trial) } }
  if (endpoint.response === noContent)
    return {
      204: { description: 'Done; there is no body.', headers },
      ...(tried && { 200: { description: 'What a dry run found out.', content: tried, headers } }),
    }
  if (isDownload(endpoint.response)) return { 200: { headers, ...file(endpoint.response) } }
  const { response } = examples.get(endpoint) ?? {}
  const json = { schema: schemaOf(endpoint.response), ...(response && { examples: response }) }
  const maybeNothing = endpoint.response instanceof z.ZodOptional
  return {
    200: { description: 'Success.', headers, content: { 'application/json': json } },
    ...(maybeNothing && { 204: { description: 'There is nothing to answer.', headers } }),
  }
}

const unchanged = (endpoint: AnyEndpoint): Readonly<Record<string, Response>> =>
  endpoint.versioned
    ? {
        304: {
          description: 'The version named in If-None-Match is still current; there is no body.',
          headers: headerReferences(successHeaders(endpoint)),
        },
      }
    : {}

/** Summaries are not Markdown, unlike descriptions. */
const plain = (text: string): string => text.replaceAll('`', '')

/** What the document says about one endpoint. */
export const describeOperation = (
  endpoint: AnyEndpoint,
  operationId: string,
  schemaOf: SchemaOf,
): Operation => {
  const access: Access = endpoint.access
  const body = requestBody(endpoint, schemaOf)
  return {
    operationId,
    tags: [endpoint.tag],
    summary: plain(endpoint.summary),
    description: `${whoMay[access]}${endpoint.inPerson ? ' An API key will not do.' : ''} Rate-limit class: \`${endpoint.rate}\`.`,
    security: securityOf(endpoint),
    parameters: [
      ...parametersIn('path', endpoint.params, schemaOf),
      ...parametersIn('query', endpoint.query, schemaOf),
      ...headerParameters(endpoint),
    ],
    ...(body && { requestBody: body }),
    responses: {
      ...success(endpoint, schemaOf),
      ...unchanged(endpoint),
      ...refusalsOf(endpoint),
    },
  }
}
