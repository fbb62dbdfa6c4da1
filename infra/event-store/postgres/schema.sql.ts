import { escapeIdentifier } from 'pg'

/** The schema the log lives in unless said otherwise. */
export const defaultSchema = 'es'

/** @throws {RangeError} for a name that would need quoting: it becomes part of statements. */
export const schemaName = (name: string): string => {
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(name))
    throw new RangeError(`${name} cannot name an event store`)
  return name
}

/** Where `append` announces new positions. Channels belong to a database, like schemas. */
export const channelOf = (schema: string): string => `${schemaName(schema)}_appended`

const tables = (es: string): string => `
create schema if not exists ${es};

create table if not exists ${es}.streams (
  stream   text collate "C" primary key,
  revision bigint not null
) with (fillfactor = 70);

create table if not exists ${es}.events (
  position       bigint primary key,
  stream         text collate "C" not null,
  revision       bigint not null,
  event_id       uuid not null unique,
  type           text not null,
  schema_version smallint not null,
  data           jsonb not null,
  metadata       jsonb not null,
  recorded_at    timestamptz not null,
  unique (stream, revision)
);

create sequence if not exists ${es}.position_seq owned by ${es}.events.position;
`

const appendOnly = (es: string): string => `
create or replace function ${es}.refuse_rewrite() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $body$
begin
  raise exception 'events are append-only' using errcode = 'feature_not_supported';
end $body$;

create or replace trigger append_only before update or delete or truncate on ${es}.events
  for each statement execute function ${es}.refuse_rewrite();
`

/*
 * One log-wide lock, taken first and held to the commit: positions are given out in commit order,
 * so a reader that goes on after the last position it saw misses nothing. Call it as a statement of
 * its own (READ COMMITTED): inside a longer transaction it would stop every other writer.
 * The outcome is a row, not an error: a conflict aborts no transaction and fills no server log.
 * p_expected is a revision, or -1 for "no such stream".
 */
const append = (es: string, lockTimeout: number): string => `
create or replace function ${es}.append(
  p_stream text, p_expected bigint, p_events jsonb,
  out status text, out stream_revision bigint, out last_position bigint)
language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
set lock_timeout = ${lockTimeout}
as $body$
declare
  size constant int := jsonb_array_length(p_events);
  moment timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('${es}.append', 0));

  select s.revision into stream_revision from ${es}.streams s where s.stream = p_stream;
  stream_revision := coalesce(stream_revision, -1);

  if stream_revision <> p_expected then
    select max(e.position) into last_position
      from jsonb_array_elements(p_events) with ordinality as n(event, slot)
      join ${es}.events e on e.stream = p_stream and e.revision = p_expected + n.slot
       and e.event_id = (n.event ->> 'id')::uuid
    having count(*) = size;
    if last_position is null then
      status := 'conflict';
    else
      status := 'duplicate';
      stream_revision := p_expected + size;
    end if;
    return;
  end if;

  stream_revision := p_expected + size;
  insert into ${es}.streams as s (stream, revision) values (p_stream, stream_revision)
    on conflict (stream) do update set revision = excluded.revision;

  -- Never before the newest event, even when the clock of the machine was set back.
  select greatest(date_trunc('milliseconds', clock_timestamp()), max(newest.recorded_at))
    into moment
    from (select e.recorded_at from ${es}.events e order by e.position desc limit 1) newest;

  insert into ${es}.events
    (position, stream, revision, event_id, type, schema_version, data, metadata, recorded_at)
  select nextval('${es}.position_seq'), p_stream, p_expected + n.slot, (n.event ->> 'id')::uuid,
         n.event ->> 'type', (n.event ->> 'schemaVersion')::smallint,
         n.event -> 'data', n.event -> 'metadata', moment
    from jsonb_array_elements(p_events) with ordinality as n(event, slot)
   order by n.slot;
  last_position := currval('${es}.position_seq');

  perform pg_notify('${channelOf(es)}', last_position::text);
  status := 'ok';
end $body$;

revoke all on function ${es}.append(text, bigint, jsonb) from public;
`

/**
 * The whole log as one script: send it as one simple query, which is one transaction. Running it
 * again changes nothing; two processes that start at once wait for each other.
 * `lockTimeout`: milliseconds an append waits for those before it.
 */
export const eventStoreSchema = (schema: string = defaultSchema, lockTimeout = 3_000): string => {
  const es = schemaName(schema)
  return [
    `select pg_advisory_xact_lock(hashtextextended('${es}.schema', 0));`,
    tables(es),
    appendOnly(es),
    append(es, lockTimeout),
  ].join('\n')
}

/** What the service's own role needs: to read and to call `append`, not to write a table. */
export const eventStoreGrants = (role: string, schema: string = defaultSchema): string => {
  const [es, grantee] = [schemaName(schema), escapeIdentifier(role)]
  return `
grant usage on schema ${es} to ${grantee};
grant select on ${es}.events, ${es}.streams to ${grantee};
grant execute on function ${es}.append(text, bigint, jsonb) to ${grantee};
`
}
