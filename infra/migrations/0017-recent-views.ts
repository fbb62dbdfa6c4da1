import { script } from './script.ts'

/** What people looked at lately: a convenience, which may be lost. */
export const recentViews = script(`
create table side.recent_views (
  user_id   integer not null,
  kind      text not null,
  id        integer not null,
  viewed_at timestamptz not null default clock_timestamp(),
  primary key (user_id, kind, id)
);
`)
