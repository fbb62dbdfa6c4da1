import { script } from './script.ts'

/**
 * Which statement ran when, for whom: a partition for each week, counted in UTC. The service's role
 * cannot create or drop tables here; the function does both for it, and nothing else.
 */
export const queryExecutions = script(`
create table side.query_executions (
  id             uuid not null,
  started_at     timestamptz not null,
  user_id        integer,
  position       bigint not null,
  context        text not null,
  database_id    integer not null,
  engine         text not null,
  card_id        integer,
  statement      text not null,
  reading        text not null check (reading in ('pending', 'read', 'unreadable')),
  table_ids      integer[] not null default '{}',
  unknown_tables jsonb not null default '[]',
  status         text check (status in ('completed', 'failed', 'cancelled')),
  rows           bigint,
  running_time   integer,
  error_type     text,
  primary key (started_at, id)
) partition by range (started_at);
create index on side.query_executions (database_id, started_at);
create index on side.query_executions (user_id, started_at);
create index on side.query_executions using gin (table_ids);
create index on side.query_executions (started_at) where reading = 'pending';

create function side.arrange_query_executions(keep_days integer) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today date := (now() at time zone 'UTC')::date;
  week date;
  part name;
begin
  if keep_days < 1 then
    raise exception 'executions are kept for a day at least';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('side.query_executions', 0));
  for week in
    select generate_series(date_trunc('week', today - 7), today + 56, interval '7 days')::date
  loop
    part := 'query_executions_' || to_char(week, 'YYYYMMDD');
    if to_regclass('side.' || part) is null then
      execute format(
        'create table side.%I partition of side.query_executions for values from (%L) to (%L)',
        part, week || ' 00:00:00+00', week + 7 || ' 00:00:00+00');
    end if;
  end loop;
  -- Materialized, or the planner may read the names of other tables as dates, and fail.
  for part in
    with parts as materialized (
      select c.relname
        from pg_inherits i
        join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'side.query_executions'::regclass)
    select relname from parts
     where to_date(right(relname, 8), 'YYYYMMDD') + 7 <= today - keep_days
  loop
    execute format('drop table side.%I', part);
  end loop;
end $$;
revoke execute on function side.arrange_query_executions from public;
`)
