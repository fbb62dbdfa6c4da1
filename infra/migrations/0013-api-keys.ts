import { script } from './script.ts'

/** An API key is a session that a script holds: what they have in common is in one table. */
export const apiKeys = script(`
alter table side.sessions
  add column id           integer generated always as identity unique,
  add column method       text,
  add column last_seen_at timestamptz,
  add column device       text,
  add column network      text,
  add column api_key_id   integer unique,
  add column scope        text,
  add column hint         text,
  add check (num_nulls(api_key_id, scope, hint) in (0, 3));

create sequence side.api_key_ids as integer start with 1;
`)
