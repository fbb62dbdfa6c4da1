import { z } from 'zod'
import { nativeLevel, nativeLevels, schemaLevel, schemaLevels } from '../permissions/levels.ts'
import { accessEffect } from './access-effect.ts'
import { asOfInQuery } from './as-of.ts'
import { dryRunQuery, idInPath, idParams, prose } from './common.ts'
import { endpoint } from './endpoint.ts'
import { idKey, keyed, oneOf } from './keyed.ts'

const tag = 'Permissions'
const graphs = { access: 'admin', tag } as const

const orMap = (of: string) => ({ error: `must be one of ${oneOf(schemaLevels)}, or a map ${of}` })

const tableLevels = z.record(idKey, schemaLevel, keyed('ids of tables'))
const tableAccess = z.union([schemaLevel, tableLevels], orMap('from ids of tables to levels'))

/** `*` stands for the whole database where rights are stored. */
const schemaKey = z.string().refine((schema) => schema !== '*')
const schemaAccess = z.union(
  [schemaLevel, z.record(schemaKey, tableAccess, keyed('names of schemas other than `*`'))],
  orMap('from schemas to levels, or to maps from ids of tables to levels'),
)

const native = z.enum(nativeLevels, { error: `must be one of ${oneOf(nativeLevels)}` })

const wantedGroups = z.record(
  idKey,
  z.record(
    idKey,
    z.object({
      data: z.object({ schemas: schemaAccess.optional(), native: native.optional() }).optional(),
    }),
    keyed('ids of databases'),
  ),
  keyed('ids of groups'),
)
/**
 * What a request says about groups and databases; the rest stays as it is. Where a map is laid over
 * a level, all that is there and that it does not name keeps that level, each by its own name.
 */
export type WantedGroups = z.infer<typeof wantedGroups>

const levelOrTables = z.union([schemaLevel, z.record(z.string(), schemaLevel)])
const databaseAccess = z.object({
  data: z.object({
    schemas: z.union([schemaLevel, z.record(z.string(), levelOrTables)]),
    native: nativeLevel,
  }),
})

/** Rights on data: group id → database id → levels. A group nothing was said about is empty. */
export const permissionsGraph = z.object({
  revision: z.int(),
  groups: z.record(z.string(), z.record(z.string(), databaseAccess)),
})
export type PermissionsGraph = z.infer<typeof permissionsGraph>

const cell = { group_id: z.int(), database_id: z.int() }
/** A cell of the graph and its levels before and after; null where nothing is said about it. */
const graphChange = z.discriminatedUnion('right', [
  z.object({
    ...cell,
    right: z.literal('data'),
    schema: z.string().optional(),
    table_id: z.int().optional(),
    from: schemaLevel.nullable(),
    to: schemaLevel.nullable(),
  }),
  z.object({
    ...cell,
    right: z.literal('native'),
    from: nativeLevel.nullable(),
    to: nativeLevel.nullable(),
  }),
])

/** What a change of the graph would do; `revision` is the one there is. */
export const permissionsGraphTrial = z.object({
  dry_run: z.literal(true),
  revision: z.int(),
  changes: z.array(graphChange),
  ...accessEffect.shape,
})

const asOf = { as_of: asOfInQuery.optional() }
const read = {
  ...graphs,
  side: 'query',
  rate: 'metadata',
  method: 'GET',
  versioned: true,
  response: permissionsGraph,
} as const

export const getPermissionsGraph = endpoint({
  ...read,
  path: '/api/permissions/graph',
  summary: 'Which group may do what with which database; also as it was `as_of` a moment',
  query: z.object({ ...asOf, group_id: idInPath.optional(), database_id: idInPath.optional() }),
})

export const getPermissionsGraphOfDatabase = endpoint({
  ...read,
  path: '/api/permissions/graph/db/:id',
  summary: 'What each group may do with one database',
  params: idParams,
  query: z.object(asOf),
})

export const getPermissionsGraphOfGroup = endpoint({
  ...read,
  path: '/api/permissions/graph/group/:id',
  summary: 'What one group may do with each database',
  params: idParams,
  query: z.object(asOf),
})

export const updatePermissionsGraph = endpoint({
  ...graphs,
  side: 'command',
  rate: 'write',
  method: 'PUT',
  path: '/api/permissions/graph',
  summary:
    'Change what is named in the graph and keep all else; with `dry_run`, tell what it would do',
  query: dryRunQuery,
  body: z.object({
    revision: z.int(),
    groups: wantedGroups,
    comment: prose(2_000).nullish(),
  }),
  response: z.union([permissionsGraph, permissionsGraphTrial]),
})
