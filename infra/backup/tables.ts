/**
 * What a backup keeps of the side tables, and which rows. What it leaves out is made anew, or must
 * not come back: sessions, answers to repeated requests, leases, mails that may have gone out.
 */
export const keptTables = {
  key_check: '',
  setup_token: '',
  credentials: '',
  vault: '',
  person_keys: '',
  sessions: 'where api_key_id is not null',
  recent_views: '',
  query_executions: '',
  kept_keys: '',
  // After whatever is sealed: nothing may be sealed any more under what is listed here.
  retired_keys: '',
} as const

export type KeptTable = keyof typeof keptTables

/** Made anew, void after a restore, or about this database alone. */
export const leftOutTables = [
  'account_mails',
  'drawn_ids',
  'field_values',
  'idempotency',
  'leases',
  'log_home',
  'migrations',
  'migrations_lock',
  'reset_tokens',
  'subscription_jobs',
  'sync_progress',
] as const

/** What a restore must not leave standing, by whatever means the database was restored. */
export const voidAfterRestore = {
  sessions: 'where api_key_id is null',
  account_mails: '',
  drawn_ids: '',
  idempotency: '',
  reset_tokens: '',
  subscription_jobs: '',
  sync_progress: '',
} as const
