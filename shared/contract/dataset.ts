import { z } from 'zod'
import { parseJson } from '../kernel/json-input.ts'
import { Refusal } from '../kernel/refusal.ts'
import { idInBody } from './common.ts'
import { databaseRecord, fieldInTable, tableWithFields } from './database-records.ts'
import { download, endpoint } from './endpoint.ts'
import { pivotOptions, standsOnce, standsTwice } from './pivot-options.ts'
import { snippetRecord } from './snippet-records.ts'

const tag = 'Dataset'

/** Row caps (decision Q4); a caller may lower or raise them, to 1 048 575, for ad-hoc JSON answers. */
export const constraints = z.object({
  'max-results': z.int().min(0).optional(),
  'max-results-bare-rows': z.int().min(0).optional(),
})

export const queryParameter = z.looseObject({
  id: z.string().optional(),
  type: z.string().optional(),
  target: z.json().optional(),
  value: z.json().optional(),
})
export type QueryParameter = z.infer<typeof queryParameter>

const nativeQuery = z.looseObject({
  query: z.string(),
  'template-tags': z.record(z.string(), z.json()).nullish(),
  template_tags: z.record(z.string(), z.json()).nullish(),
})

/** Where clients of Metabase say that saved questions are: it stands for the question's own one. */
export const savedQuestionsDatabase = -1337

/** A query on its way in: a structured one, whose own grammar the engine checks, or SQL. */
export const datasetQuery = z.object({
  /** Queries on saved questions may leave it out. */
  database: idInBody.or(z.literal(savedQuestionsDatabase)).nullish(),
  type: z.enum(['query', 'native']),
  query: z.record(z.string(), z.json()).optional(),
  native: nativeQuery.optional(),
  parameters: z.array(queryParameter).nullish(),
  constraints: constraints.nullish(),
  /** `report-timezone`: an IANA name; days begin and times are told there, for this one run. */
  settings: z.object({ 'report-timezone': z.string().nullish() }).nullish(),
})
export type DatasetQuery = z.infer<typeof datasetQuery>

export const pivotQuery = datasetQuery.extend(pivotOptions).refine(standsOnce, standsTwice)

const run = { side: 'query', access: 'session', rate: 'query', tag } as const

export const columnRecord = z.looseObject({
  name: z.string(),
  display_name: z.string(),
  base_type: z.string(),
  effective_type: z.string(),
  semantic_type: z.string().nullable(),
  source: z.enum(['fields', 'breakout', 'aggregation', 'native']),
  field_ref: z.json(),
})

/** A result, or with `status: failed` the reason there is none. */
export const queryResult = z.looseObject({
  status: z.enum(['completed', 'failed']),
  data: z.looseObject({
    rows: z.array(z.array(z.json()).readonly()).readonly(),
    cols: z.array(columnRecord).readonly(),
    rows_truncated: z.int().optional(),
    native_form: z
      .object({ query: z.string(), params: z.array(z.json()).readonly().nullable() })
      .optional(),
    results_timezone: z.string().optional(),
    requested_timezone: z.string().optional(),
  }),
  row_count: z.int(),
  running_time: z.int(),
  started_at: z.string(),
  database: z.int(),
  database_id: z.int(),
  context: z.string(),
  json_query: z.unknown(),
  error: z.string().optional(),
  error_type: z.string().optional(),
  state: z.string().optional(),
})
export type QueryResult = z.infer<typeof queryResult>

export const runQuery = endpoint({
  ...run,
  method: 'POST',
  path: '/api/dataset',
  summary: 'Run a structured query or SQL',
  body: datasetQuery,
  response: queryResult,
})

export const showNative = endpoint({
  ...run,
  method: 'POST',
  path: '/api/dataset/native',
  summary: 'The SQL a query becomes; it is not run',
  body: datasetQuery.extend({ pretty: z.boolean().default(true) }),
  response: z.object({ query: z.string(), params: z.null() }),
})

/** What one needs to know to build a query: as much as one may ask. */
export const queryMetadata = z.object({
  databases: z.array(
    databaseRecord.pick({ id: true, name: true, engine: true, is_sample: true, features: true }),
  ),
  tables: z.array(tableWithFields),
  fields: z.array(fieldInTable),
  fks: z.array(
    z.object({
      origin_id: z.int(),
      origin_table_id: z.int(),
      destination_id: z.int(),
      destination_table_id: z.int(),
    }),
  ),
  cards: z.array(z.looseObject({ id: z.int(), name: z.string() })),
  /** For those who may write SQL. */
  snippets: z.array(snippetRecord),
  dashboards: z.array(z.never()),
})
export type QueryMetadata = z.input<typeof queryMetadata>

export const getQueryMetadata = endpoint({
  ...run,
  rate: 'metadata',
  method: 'POST',
  path: '/api/dataset/query_metadata',
  summary: 'What one needs to know to build a query on a database',
  body: z.looseObject({ database: idInBody }),
  response: queryMetadata,
})

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export type ExportFormat = (typeof exportFormats)[number]

const encoder = new TextEncoder()

/** Some clients encode the objects of an export once more, as text; the limits of a body hold. */
export const jsonText = <S extends z.ZodType>(shape: S) =>
  z.preprocess((value, context) => {
    if (typeof value !== 'string') return value
    try {
      return parseJson(encoder.encode(value), 'the text')
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      context.addIssue({ code: 'custom', message: error.message })
      return z.NEVER
    }
  }, shape)

const exportOptions = {
  visualization_settings: jsonText(z.record(z.string(), z.json())).nullish(),
  format_rows: z.boolean().default(false),
  pivot_results: z.boolean().default(false),
  csv_include_bom: z.boolean().default(false),
}

/** The query stands in `query`; clients of Metabase also send it bare, as the body itself. */
const exportBody = z.preprocess(
  (body) => {
    if (typeof body !== 'object' || body === null || !('type' in body)) return body
    const { visualization_settings, format_rows, pivot_results, csv_include_bom, ...query } =
      body as Record<string, unknown>
    return { query, visualization_settings, format_rows, pivot_results, csv_include_bom }
  },
  z.object({ query: jsonText(pivotQuery), ...exportOptions }),
)

export const exportQuery = endpoint({
  ...run,
  method: 'POST',
  path: '/api/dataset/:format',
  summary: 'Run a query and download its result as csv, xlsx or json',
  params: z.object({ format: z.enum(exportFormats) }),
  form: true,
  body: exportBody,
  response: download,
})
