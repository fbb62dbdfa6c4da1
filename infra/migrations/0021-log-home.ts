import { script } from './script.ts'

/**
 * Which store holds the log, once it was not this database from the beginning to this day; and where
 * the part that was copied into that store ends: in the log it was recorded in, and in the store.
 */
export const logHome = script(`
create table side.log_home (
  one               boolean primary key default true check (one),
  store             text not null check (store in ('postgres', 'eventstoredb')),
  original_position bigint,
  native_position   bigint,
  since             timestamptz not null default now(),
  check (num_nulls(original_position, native_position) in (0, 2))
);
`)
