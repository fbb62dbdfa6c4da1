import type pg from 'pg'
import { buildStates } from '../../shared/ports/projection-store.ts'
import { activeSchema } from './ddl.ts'
import { actAsOwner } from './ownership.ts'
import { publicSchema } from './public-views.ts'
import { inTransaction } from './transaction.ts'

const states = buildStates.map((state) => `'${state}'`).join(', ')

/*
 * Which builds there are, in a schema of the projector's role like the builds themselves: it is
 * rebuilt with them, and a backup of the log does without it. Positions change with every
 * transaction of the projector; room in the page keeps that cheap.
 */
const registry = `
create schema if not exists projections;
create schema if not exists ${activeSchema};
create schema if not exists ${publicSchema};

create table if not exists projections.builds (
  id          integer generated always as identity primary key,
  projection  text not null,
  version     integer not null,
  fingerprint text not null,
  state       text not null check (state in (${states})),
  position    bigint not null default 0,
  created_at  timestamptz not null default now(),
  replaced_at timestamptz
) with (fillfactor = 20);
create unique index if not exists one_active on projections.builds (projection)
  where state = 'active';

create table if not exists projections.failures (
  build    integer not null references projections.builds on delete cascade,
  stream   text not null,
  position bigint not null,
  error    text not null,
  at       timestamptz not null default now(),
  primary key (build, stream)
);

create table if not exists projections.verdicts (
  build    integer primary key references projections.builds on delete cascade,
  against  integer,
  position bigint not null,
  agrees   boolean not null,
  tables   jsonb not null,
  at       timestamptz not null default now()
);

create or replace view ${activeSchema}.checkpoint as
  select coalesce(min(position), 0) as position from projections.builds where state = 'active';
`

/** Releases before builds kept tables where the views are now; who may read there stays so. */
const dropEarlierLayout = `
do $$ declare old name; begin
  for old in select relname from pg_class
              where relnamespace = to_regnamespace('${activeSchema}') and relkind = 'r' loop
    execute format('drop table ${activeSchema}.%I cascade', old);
  end loop;
end $$;
drop schema if exists rm_next cascade;
drop schema if exists rm_previous cascade;
`

/** An earlier release's read models stand where the views belong. */
const hasEarlierLayout = async (client: pg.ClientBase): Promise<boolean> => {
  const { rows } = await client.query(`select to_regclass($1) is not null as found`, [
    `${activeSchema}.shape`,
  ])
  return rows[0]?.found === true
}

/** Whether the registry of builds is there, and readers and strangers look at views. */
export const isInstalled = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query(
    `select to_regclass('projections.verdicts') is not null
        and to_regnamespace('${publicSchema}') is not null
        and exists (select from pg_class where oid = to_regclass($1) and relkind = 'v') as found`,
    [`${activeSchema}.checkpoint`],
  )
  return rows[0]?.found === true
}

/**
 * Makes the registry and the schema of views; does nothing where they are. Read models of a release
 * that knew no builds are dropped: they are built anew from the log.
 */
export const installRegistry = async (pool: pg.Pool): Promise<void> => {
  if (await isInstalled(pool)) return
  await inTransaction(pool, async (client) => {
    await client.query(`select pg_advisory_xact_lock(hashtextextended('projections', 0))`)
    await actAsOwner(client)
    if (await hasEarlierLayout(client)) await client.query(dropEarlierLayout)
    await client.query(registry)
  })
}
