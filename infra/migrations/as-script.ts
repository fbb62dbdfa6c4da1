import { escapeLiteral } from 'pg'
import { migrations } from './index.ts'

/** The migrator's own tables, as it would make them. */
const bookkeeping = `
create schema if not exists side;
create table if not exists side.migrations
  (name varchar(255) not null primary key, timestamp varchar(255) not null);
create table if not exists side.migrations_lock
  (id varchar(255) not null primary key, is_locked integer default 0 not null);
insert into side.migrations_lock (id) values ('migration_lock') on conflict do nothing;`

const now = `to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The statements stand in a text of their own, since they may hold any quotation themselves. */
const guarded = (name: string, statements: string): string => `
do $prepare$ begin
  if not exists (select from side.migrations where name = ${escapeLiteral(name)}) then
    execute $migration$${statements}$migration$;
    insert into side.migrations values (${escapeLiteral(name)}, ${now});
  end if;
end $prepare$;`

/** What `migrate` does, as a script that skips what was done. */
export const migrationsScript = (): string =>
  [
    bookkeeping,
    ...Object.entries(migrations).map(([name, { statements }]) => guarded(name, statements)),
  ].join('\n')
