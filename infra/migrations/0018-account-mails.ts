import { script } from './script.ts'

/**
 * `reset_tokens`: one an account at most, hashed, and what the account was like when it was made: a
 * later password or address voids it. `account_mails`: who is to get a mail and why; `fence` counts
 * leases and wishes, so that one that was overtaken changes nothing.
 */
export const accountMails = script(`
create table side.reset_tokens (
  user_id            integer primary key,
  token_hash         text collate "C" not null unique,
  credential_version integer not null,
  email_key          text collate "C" not null,
  expires_at         timestamptz not null
);

create table side.account_mails (
  id           bigint generated always as identity primary key,
  kind         text not null,
  email_key    text collate "C" not null,
  user_id      integer,
  email        text,
  tries        integer not null default 0,
  not_before   timestamptz not null default now(),
  leased_until timestamptz,
  fence        bigint not null default 0,
  unique (kind, email_key)
);
create index on side.account_mails (not_before);
`)
