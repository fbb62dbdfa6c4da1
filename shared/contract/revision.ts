import { z } from 'zod'
import { cardRecord } from './card-records.ts'
import { idInBody, idInPath, idParams, paging } from './common.ts'
import { dashboardRecord } from './dashboard-records.ts'
import { endpoint } from './endpoint.ts'

const read = {
  side: 'query',
  access: 'session',
  rate: 'metadata',
  tag: 'Revision',
  method: 'GET',
} as const
const write = {
  side: 'command',
  access: 'session',
  rate: 'write',
  tag: 'Revision',
  method: 'POST',
} as const

export const revisedThings = ['card', 'dashboard'] as const
export type RevisedThing = (typeof revisedThings)[number]

const values = z.record(z.string(), z.json())

/** A version of a thing as clients of Metabase know it; `/history` tells the same in our words. */
export const revisionRecord = z.object({
  /** The number of the version. */
  id: z.int(),
  timestamp: z.string(),
  user: z.object({ id: z.int().nullable(), common_name: z.string() }),
  is_creation: z.boolean(),
  is_reversion: z.boolean(),
  message: z.null(),
  description: z.string(),
  has_multiple_changes: z.boolean(),
  /** Null for the first one. */
  diff: z.object({ before: values, after: values }).nullable(),
})
export type RevisionRecord = z.infer<typeof revisionRecord>

export const listRevisionsOfThing = endpoint({
  ...read,
  path: '/api/revision',
  summary: 'The versions of a question or a dashboard, the newest first',
  query: z.object({ ...paging, entity: z.enum(revisedThings), id: idInPath }),
  response: z.array(revisionRecord),
})

export const listDashboardRevisions = endpoint({
  ...read,
  path: '/api/dashboard/:id/revisions',
  summary: 'The versions of a dashboard, the newest first',
  params: idParams,
  query: z.object(paging),
  response: z.array(revisionRecord),
})

export const revertToRevision = endpoint({
  ...write,
  path: '/api/revision/revert',
  summary: 'Bring back what a question or a dashboard was at a version, as a new version',
  body: z.object({ entity: z.enum(revisedThings), id: idInBody, revision_id: idInBody }),
  response: z.union([dashboardRecord, cardRecord]),
})

export const revertDashboard = endpoint({
  ...write,
  path: '/api/dashboard/:id/revert',
  summary: 'Bring back what a dashboard was at a version, as a new version',
  params: idParams,
  body: z.object({ revision_id: idInBody }),
  response: dashboardRecord,
})
