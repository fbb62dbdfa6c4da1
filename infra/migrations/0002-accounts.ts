import { script } from './script.ts'

/** What lets people in: never events, because they have to end at once and hold secrets. */
export const accounts = script(`
create schema if not exists side;

create table side.sessions (
  token_key        text collate "C" primary key,
  user_id          integer not null,
  created_at       timestamptz not null default now(),
  expires_at       timestamptz not null,
  pending_position bigint
);
create index on side.sessions (user_id);
create index on side.sessions (expires_at);

create table side.credentials (
  user_id    integer primary key,
  hash       text not null,
  updated_at timestamptz not null default now()
);
`)
