import { script } from './script.ts'

/**
 * What is to be sent when. A row belongs to whoever holds its lease; `fence` counts leases, so that
 * one that has ended changes nothing. `handed` tells which recipients have had this time's mail.
 */
export const subscriptionJobs = script(`
create sequence side.subscription_ids as integer start with 1;
create sequence side.subscription_send_ids as integer start with 1;
create table side.subscription_jobs (
  subscription_id integer not null,
  channel         integer not null,
  send            text not null default '',
  only_to         integer,
  plan            jsonb,
  due_at          timestamptz not null,
  not_before      timestamptz not null,
  attempt         integer not null default 0,
  handed          jsonb not null default '{}',
  fence           bigint not null default 0,
  leased_until    timestamptz,
  primary key (subscription_id, channel, send)
);
create index on side.subscription_jobs (not_before);
`)
