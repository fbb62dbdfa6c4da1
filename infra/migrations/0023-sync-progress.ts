import { script } from './script.ts'

/** How far syncs are that are under way: for whoever looks meanwhile, and gone with a crash. */
export const syncProgress = script(`
create unlogged table side.sync_progress (
  database_id integer primary key,
  done        integer not null,
  total       integer not null,
  noted_at    timestamptz not null default clock_timestamp()
);
`)
