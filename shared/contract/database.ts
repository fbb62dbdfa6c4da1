import { z } from 'zod'
import { flagInQuery, idInPath, idParams, name } from './common.ts'
import {
  databaseRecord,
  databaseSettings,
  fieldInTable,
  fieldRecord,
  nullableText,
  schedules,
  tableRecord,
  tableWithFields,
} from './database-records.ts'
import { endpoint, noContent } from './endpoint.ts'

const tag = 'Database'

const withTables = databaseRecord.extend({
  tables: z
    .array(tableWithFields.partial({ fields: true, segments: true, metrics: true }))
    .optional(),
})

const details = z.record(z.string(), z.json())

const read = { side: 'query', access: 'admin', rate: 'metadata', tag } as const
const write = { side: 'command', access: 'admin', rate: 'write', tag } as const
const started = z.object({ status: z.literal('ok') })

export const listDatabases = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database',
  summary: 'List connected databases',
  query: z.object({ include: z.enum(['tables']).optional() }),
  response: z.object({ data: z.array(withTables), total: z.int() }),
})

export const getDatabase = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id',
  summary: 'One connected database; secrets are masked',
  params: idParams,
  query: z.object({ include: z.enum(['tables', 'tables.fields']).optional() }),
  response: withTables,
})

export const createDatabase = endpoint({
  ...write,
  method: 'POST',
  path: '/api/database',
  summary: 'Connect a database: the connection is tested, then its schema is read',
  body: z.object({
    name: name(),
    engine: name(),
    details,
    is_full_sync: z.boolean().nullish(),
    schedules: schedules.nullish(),
  }),
  response: databaseRecord,
})

export const updateDatabase = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/database/:id',
  summary: 'Change a connection; what is left out stays as it is',
  params: idParams,
  body: z.object({
    name: name().nullish(),
    engine: name().nullish(),
    details: details.nullish(),
    is_full_sync: z.boolean().nullish(),
    schedules: schedules.nullish(),
    settings: databaseSettings.nullish(),
  }),
  response: databaseRecord,
})

export const deleteDatabase = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/database/:id',
  summary: 'Disconnect a database for good, with all that depends on it',
  params: idParams,
  response: noContent,
})

export const validateDatabase = endpoint({
  ...write,
  method: 'POST',
  path: '/api/database/validate',
  summary: 'Try a connection without keeping it',
  body: z
    .object({ engine: name().optional(), details })
    .transform(({ engine, details: given }) => {
      // Clients of Metabase wrap both once more in `details`.
      const inner = details.safeParse(given.details)
      const nested = engine === undefined && inner.success
      return nested ? { engine: given.engine, details: inner.data } : { engine, details: given }
    })
    .pipe(z.object({ engine: name(), details })),
  response: z.object({
    valid: z.boolean(),
    message: z.string().optional(),
    errors: z.record(z.string(), z.string()).optional(),
  }),
})

export const checkDatabaseHealth = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/healthcheck',
  summary: 'Whether the database answers right now',
  params: idParams,
  response: z.object({ status: z.enum(['ok', 'error']), message: z.string().optional() }),
})

export const syncSchema = endpoint({
  ...write,
  method: 'POST',
  path: '/api/database/:id/sync_schema',
  summary: 'Read the schema again, in the background',
  params: idParams,
  response: started,
})

export const rescanValues = endpoint({
  ...write,
  method: 'POST',
  path: '/api/database/:id/rescan_values',
  summary: 'Read the distinct values of small fields again, in the background',
  params: idParams,
  response: started,
})

export const discardValues = endpoint({
  ...write,
  method: 'POST',
  path: '/api/database/:id/discard_values',
  summary: 'Forget the cached field values',
  params: idParams,
  response: started,
})

export const restoreSampleDatabase = endpoint({
  ...write,
  method: 'POST',
  path: '/api/database/sample_database',
  summary: 'Create the sample database, or bring it back as it was',
  response: databaseRecord,
})

export const listSchemas = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/schemas',
  summary: 'Names of the schemas that hold tables',
  params: idParams,
  response: z.array(z.string()),
})

export const listTablesOfSchema = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/schema/:schema',
  summary: 'Tables of one schema',
  params: z.object({ id: idInPath, schema: z.string().max(254) }),
  response: z.array(tableRecord),
})

export const listTablesWithoutSchema = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/schema',
  summary: 'Tables of a database that has no schemas',
  params: idParams,
  response: z.array(tableRecord),
})

export const getMetadata = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/metadata',
  summary: 'Tables with their fields; `table` (id or name) and `schema` narrow it',
  params: idParams,
  query: z.object({
    table: z.string().max(254).optional(),
    schema: z.string().max(254).optional(),
    include_hidden: flagInQuery.optional(),
    skip_fields: flagInQuery.optional(),
  }),
  response: databaseRecord.extend({
    tables: z.array(tableWithFields),
    fields: z.array(fieldInTable),
  }),
})

const fieldSummary = z.object({
  id: z.int(),
  name: z.string(),
  display_name: z.string(),
  base_type: z.string(),
  semantic_type: nullableText,
  table_name: z.string(),
  schema: z.string(),
})

export const listFieldsOfDatabase = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/fields',
  summary: 'All fields of a database',
  params: idParams,
  response: z.array(fieldSummary),
})

export const listIdFields = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/idfields',
  summary: 'Primary-key fields of a database',
  params: idParams,
  response: z.array(fieldRecord.extend({ table: tableRecord })),
})

export const suggestCompletions = endpoint({
  ...read,
  method: 'GET',
  path: '/api/database/:id/autocomplete_suggestions',
  summary: 'Tables, columns and keywords that a piece of SQL may go on with, at most 50',
  params: idParams,
  query: z.object({ query: z.string().min(1).max(254) }),
  response: z.array(z.tuple([z.string(), z.string()])),
})
