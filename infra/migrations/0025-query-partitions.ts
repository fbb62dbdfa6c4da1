import { script } from './script.ts'

/**
 * Room for weeks to come is made by whoever records; what is past its time goes by another function,
 * so that who records cannot erase the record.
 */
export const queryPartitions = script(`
create function side.make_query_partitions() returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  today date := (now() at time zone 'UTC')::date;
  week date;
  part name;
begin
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
end $$;
revoke execute on function side.make_query_partitions from public;
`)
