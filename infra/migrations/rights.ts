import { type IdKind, idKinds } from '../../shared/ports/id-sequences.ts'
import type { DatabaseRole } from '../database/logins.ts'

/** Privileges as SQL lists them; a role that is not named has none. */
export type RightsByRole = Readonly<Partial<Record<DatabaseRole, string>>>

const all = 'select, insert, update, delete'
const everyProcess = { command: 'select', query: 'select', projector: 'select', worker: 'select' }

const outcome = 'reading, table_ids, unknown_tables, status, rows, running_time, error_type'
const recording = `select, insert, update (${outcome})`

/** The log is read by all who fold it; a table of it is written by nobody but `append`. */
export const logRights = {
  events: everyProcess,
  streams: everyProcess,
} as const satisfies Record<string, RightsByRole>

/** The tables that are truth beside the log: backed up with it, never rebuilt from it. */
export const sideRights = {
  sessions: {
    command: all,
    query: 'select, update (last_seen_at)',
    worker: 'select (expires_at, api_key_id), delete',
  },
  credentials: { command: all },
  vault: { command: 'select, insert, delete', query: 'select', worker: 'select, delete' },
  person_keys: { ...everyProcess, command: 'select, insert, delete' },
  setup_token: { command: 'select, insert, update', query: 'select, insert' },
  key_check: everyProcess,
  kept_keys: everyProcess,
  retired_keys: {},
  idempotency: {
    command: 'select, insert, update',
    worker: 'select (expires_at), delete',
  },
  drawn_ids: { command: 'select, insert', worker: 'select (drawn_at), delete' },
  field_values: { command: 'select, delete', query: 'select', worker: all },
  subscription_jobs: { command: 'select, insert, update', worker: all },
  recent_views: { command: all, query: all },
  reset_tokens: {
    command: all,
    worker: 'select (user_id, expires_at), insert, update, delete',
  },
  account_mails: { command: 'select, insert, update', worker: all },
  query_executions: { command: recording, query: recording, worker: recording },
  log_home: { ...everyProcess, command: 'select, insert', worker: 'select, insert' },
  leases: {
    ...everyProcess,
    projector: 'select, insert, update',
    worker: 'select, insert, update',
  },
  sync_progress: { command: 'select', query: 'select', worker: all },
  migrations: everyProcess,
} as const satisfies Record<string, RightsByRole>

/** Who may call what. */
export const functionRights = {
  'es.append(text, bigint, jsonb)': ['command', 'worker'],
  'side.make_query_partitions()': ['command', 'query', 'worker'],
  // It drops what is past its time as well, and the time is the caller's to say.
  'side.arrange_query_executions(integer)': ['worker'],
} as const satisfies Record<string, readonly DatabaseRole[]>

const idsOfSyncs: readonly IdKind[] = ['table', 'field']

/** Who may draw which ids. */
export const idRights: Readonly<Partial<Record<DatabaseRole, readonly IdKind[]>>> = {
  command: idKinds,
  worker: idsOfSyncs,
}

/**
 * Read models belong to the projector's role. Others have rights to what it shows in these schemas,
 * now and later; to the schemas of builds nobody has any. What the command role writes there is
 * taken back in the same transaction: see `keepOwn`.
 */
export const readModelRights = {
  projections: { command: 'select', query: 'select', worker: 'select' },
  rm: { command: all, query: 'select', worker: 'select' },
  rm_public: { public: 'select' },
} as const satisfies Record<string, RightsByRole>
