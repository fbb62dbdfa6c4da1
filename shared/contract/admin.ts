import { z } from 'zod'
import { buildStates } from '../ports/projection-store.ts'
import { endpoint } from './endpoint.ts'

/** Decimal digits: positions of the log may be larger than numbers in JSON are exact. */
const position = z.string()

const comparison = z.object({
  rows: z.int(),
  checksum: z.string(),
  /** The columns both have. */
  columns: z.array(z.string()),
  equal: z.boolean(),
})

const sample = z.object({
  rows: z.int(),
  wrong: z.array(z.object({ key: z.string(), column: z.string() })),
})

const verdict = z.object({
  at: z.string(),
  position,
  /** The build it was compared with. */
  against: z.int().nullable(),
  agrees: z.boolean(),
  tables: z.array(
    z.object({
      table: z.string(),
      rows: z.int(),
      checksum: z.string(),
      live: comparison.nullable(),
      sample: sample.nullable(),
    }),
  ),
})

const build = z.object({
  id: z.int(),
  state: z.enum(buildStates),
  version: z.int(),
  /** As this release would build it. */
  current: z.boolean(),
  position,
  /** At most so many events behind the log. */
  behind: z.int(),
  created_at: z.string(),
  failures: z.array(z.object({ stream: z.string(), position, error: z.string() })),
  verified: verdict.nullable(),
})

export const projectionOverview = z.object({
  name: z.string(),
  /** Of this release; null for a projection it does not know. */
  version: z.int().nullable(),
  builds: z.array(build),
})

export const listProjections = endpoint({
  method: 'GET',
  path: '/api/admin/projections',
  side: 'query',
  access: 'admin',
  rate: 'metadata',
  tag: 'Administration',
  summary: 'The read models: builds of each projection, how far they are, and how they verified',
  response: z.array(projectionOverview),
})
