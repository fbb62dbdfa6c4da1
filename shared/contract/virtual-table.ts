import { z } from 'zod'
import { cardTypes } from '../cards/card-type.ts'
import { baseTypes } from '../kernel/base-type.ts'
import { idParams } from './common.ts'
import { endpoint } from './endpoint.ts'

const read = { side: 'query', access: 'session', rate: 'metadata', tag: 'Table' } as const

/** Ids as queries name saved questions in `source-table`. */
const virtualId = z.templateLiteral(['card__', z.int()])

/** A saved question as a table for queries to be built on. */
export const virtualTable = z.object({
  id: virtualId,
  db_id: z.int(),
  name: z.string(),
  display_name: z.string(),
  description: z.string().nullable(),
  /** Its collection's name. */
  schema: z.string(),
  type: z.enum(cardTypes),
  active: z.literal(true),
  visibility_type: z.null(),
  pk_field: z.null(),
})
export type VirtualTable = z.infer<typeof virtualTable>

const virtualField = z.object({
  /** How queries on the question name the column. */
  id: z.tuple([z.literal('field'), z.string(), z.object({ 'base-type': z.enum(baseTypes) })]),
  table_id: virtualId,
  name: z.string(),
  display_name: z.string(),
  description: z.string().nullable(),
  base_type: z.enum(baseTypes),
  effective_type: z.enum(baseTypes),
  /** Never that of a key: rows of an answer have none. */
  semantic_type: z.string().nullable(),
  fk_target_field_id: z.null(),
  position: z.int(),
  has_field_values: z.literal('none'),
})
export type VirtualField = z.infer<typeof virtualField>

export const getVirtualTable = endpoint({
  ...read,
  method: 'GET',
  path: '/api/table/card__:id',
  summary: 'A saved question one may read, as a table',
  params: idParams,
  response: virtualTable,
})

export const getVirtualTableMetadata = endpoint({
  ...read,
  method: 'GET',
  path: '/api/table/card__:id/query_metadata',
  summary: 'A saved question one may read, as a table with its fields, as far as they are known',
  params: idParams,
  response: virtualTable.extend({ fields: z.array(virtualField) }),
})

export const listVirtualForeignKeys = endpoint({
  ...read,
  method: 'GET',
  path: '/api/table/card__:id/fks',
  summary: 'Foreign keys that point into a saved question: there are none',
  params: idParams,
  response: z.array(z.never()),
})
