import { script } from './script.ts'

/**
 * Which process does what one at a time does for all. `epoch` counts the changes of leader: whoever
 * names an older one writes nothing any more. Times are of this database's clock.
 */
export const leases = script(`
create table side.leases (
  name       text collate "C" primary key,
  holder     text not null,
  epoch      bigint not null,
  taken_at   timestamptz not null,
  expires_at timestamptz not null
);
`)
