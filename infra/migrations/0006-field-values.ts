import { script } from './script.ts'

/** A cache; `json` and not `jsonb`, which cannot hold U+0000. */
export const fieldValues = script(`
create table side.field_values (
  field_id        integer primary key,
  database_id     integer not null,
  distinct_values json not null,
  has_more        boolean not null,
  updated_at      timestamptz not null default now()
);
create index on side.field_values (database_id);
`)
