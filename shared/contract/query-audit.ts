import { z } from 'zod'
import { timeOf } from './as-of.ts'
import { idInPath, paging } from './common.ts'
import { endpoint } from './endpoint.ts'

const time = z.string().transform((text, context): Date => {
  const parsed = timeOf(text)
  if (parsed !== undefined) return new Date(parsed)
  context.addIssue('must be a date, or a time with its zone (ISO 8601)')
  return z.NEVER
})

/** One statement that ran on a customer's database. */
export const executionRecord = z.object({
  id: z.string(),
  started_at: z.string(),
  /** Null where nobody had to sign in. */
  user: z.object({ id: z.int(), name: z.string().nullable() }).nullable(),
  database: z.object({ id: z.int(), name: z.string().nullable() }),
  card_id: z.int().nullable(),
  /** Why it ran: `ad-hoc`, `question`, `csv-download`, … */
  context: z.string(),
  /** The revision of the permission graph that was in force. */
  graph_revision: z.int(),
  /** As the database got it; values stay apart from SQL. */
  statement: z.string(),
  /** Null while they are being found out, and where the statement could not be read. */
  tables: z
    .array(z.object({ id: z.int(), schema: z.string().nullable(), name: z.string().nullable() }))
    .nullable(),
  /** Names in it that are no known table: functions that look like one, tables of the server. */
  unknown_tables: z.array(z.object({ schema: z.string().nullable(), name: z.string() })).readonly(),
  /** `unknown`: the service was stopped before it heard the end. */
  status: z.enum(['running', 'completed', 'failed', 'cancelled', 'unknown']),
  row_count: z.int().nullable(),
  /** Milliseconds. */
  running_time: z.int().nullable(),
  error_type: z.string().nullable(),
})
export type ExecutionRecord = z.infer<typeof executionRecord>

export const listExecutions = endpoint({
  side: 'query',
  access: 'admin',
  tag: 'Audit',
  method: 'GET',
  path: '/api/audit/queries',
  rate: 'query',
  summary:
    'Who had which statement run, the latest first. With `table_id` those that read the table, and ' +
    'those of its database that could not be read; `to` is not included',
  query: z.object({
    table_id: idInPath.optional(),
    database_id: idInPath.optional(),
    user_id: idInPath.optional(),
    card_id: idInPath.optional(),
    from: time.optional(),
    to: time.optional(),
    ...paging,
  }),
  response: z.array(executionRecord),
})
