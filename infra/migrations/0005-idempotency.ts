import { script } from './script.ts'

/** Answers to keyed requests and the ids their commands drew. `begun_at` is null after a release. */
export const idempotency = script(`
create table side.idempotency (
  scope        text collate "C" not null,
  key          text collate "C" not null,
  request_hash text not null,
  command_id   uuid not null unique,
  begun_at     timestamptz,
  expires_at   timestamptz not null,
  status       smallint,
  headers      json,
  body         text,
  primary key (scope, key)
);
create index on side.idempotency (expires_at);

create table side.drawn_ids (
  command_id uuid not null,
  slot       text not null,
  ids        integer[] not null,
  drawn_at   timestamptz not null default now(),
  primary key (command_id, slot)
);
create index on side.drawn_ids (drawn_at);
`)
