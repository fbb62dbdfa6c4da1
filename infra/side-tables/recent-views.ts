import type { Pool } from 'pg'
import type { RecentView, RecentViews, ViewedKind } from '../../shared/ports/recent-views.ts'
import { groupCommit } from '../group-commit.ts'

/** What is older than these is of no use to anybody. */
const mostKept = 100

type Noted = { readonly userId: number; readonly kind: ViewedKind; readonly id: number }

const upsert = `
insert into side.recent_views (user_id, kind, id)
select distinct user_id, kind, id
  from jsonb_to_recordset($1) as it (user_id integer, kind text, id integer)
 order by user_id, kind, id
    on conflict (user_id, kind, id) do update set viewed_at = clock_timestamp()`

const trim = `
delete from side.recent_views as old
 using (select user_id, kind, id,
               row_number() over (partition by user_id order by viewed_at desc) as place
          from side.recent_views where user_id = any($1)) as it
 where (old.user_id, old.kind, old.id) = (it.user_id, it.kind, it.id) and it.place > $2`

/** In `side.recent_views`; many that come at once are written together. */
export const postgresRecentViews = (
  pool: Pool,
  onProblem: (error: unknown) => void,
): RecentViews & { settled(): Promise<void> } => {
  const queue = groupCommit<Noted>(async (items) => {
    const rows = items.map(({ userId, kind, id }) => ({ user_id: userId, kind, id }))
    await pool.query({ name: 'recent_views.put', text: upsert, values: [JSON.stringify(rows)] })
    const users = [...new Set(items.map(({ userId }) => userId))]
    await pool.query({ name: 'recent_views.trim', text: trim, values: [users, mostKept] })
  })

  return {
    note: (userId, kind, id) => {
      queue.add({ userId, kind, id }).catch(onProblem)
    },

    of: async (userId) => {
      await queue.settled()
      const { rows } = await pool.query<RecentView>({
        name: 'recent_views.of',
        text: `select kind, id, viewed_at as at from side.recent_views where user_id = $1
                order by viewed_at desc, kind, id limit $2`,
        values: [userId, mostKept],
      })
      return rows
    },

    settled: queue.settled,
  }
}
