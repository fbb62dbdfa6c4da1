import { z } from 'zod'
import { idParams } from './common.ts'
import {
  databaseRecord,
  fieldInTable,
  fieldRecord,
  tableRecord,
  tableWithFields,
} from './database-records.ts'
import { endpoint } from './endpoint.ts'

const read = { side: 'query', access: 'session', rate: 'metadata' } as const

/** Of the database a non-admin may see: never its details. */
const databaseSummary = databaseRecord.pick({
  id: true,
  name: true,
  engine: true,
  is_sample: true,
  features: true,
})

export const listTables = endpoint({
  ...read,
  tag: 'Table',
  method: 'GET',
  path: '/api/table',
  summary: 'Tables one may query',
  response: z.array(tableRecord.extend({ db: databaseSummary })),
})

export const getTable = endpoint({
  ...read,
  tag: 'Table',
  method: 'GET',
  path: '/api/table/:id',
  summary: 'One table',
  params: idParams,
  response: tableRecord.extend({ db: databaseSummary, pk_field: z.int().nullable() }),
})

export const getTableMetadata = endpoint({
  ...read,
  tag: 'Table',
  method: 'GET',
  path: '/api/table/:id/query_metadata',
  summary: 'One table with its fields',
  params: idParams,
  response: tableWithFields.extend({ db: databaseSummary }),
})

export const listForeignKeys = endpoint({
  ...read,
  tag: 'Table',
  method: 'GET',
  path: '/api/table/:id/fks',
  summary: 'Foreign keys that point into this table',
  params: idParams,
  response: z.array(
    z.object({
      relationship: z.literal('Mt1'),
      origin_id: z.int(),
      origin: fieldRecord.extend({ table: tableRecord }),
      destination_id: z.int(),
      destination: fieldRecord.extend({ table: tableRecord }),
    }),
  ),
})

export const getField = endpoint({
  ...read,
  tag: 'Field',
  method: 'GET',
  path: '/api/field/:id',
  summary: 'One field',
  params: idParams,
  response: fieldInTable.extend({ table: tableRecord }),
})

export const getFieldValues = endpoint({
  ...read,
  tag: 'Field',
  method: 'GET',
  path: '/api/field/:id/values',
  summary: 'Cached distinct values of a field',
  params: idParams,
  response: z.object({
    field_id: z.int(),
    values: z.array(z.tuple([z.json()])),
    has_more_values: z.boolean(),
  }),
})

export const getFieldSummary = endpoint({
  ...read,
  rate: 'query',
  tag: 'Field',
  method: 'GET',
  path: '/api/field/:id/summary',
  summary: 'How many values a field has, and how many distinct ones',
  params: idParams,
  response: z.tuple([
    z.tuple([z.literal('count'), z.int()]),
    z.tuple([z.literal('distincts'), z.int()]),
  ]),
})
