import type { ActionRunRecord } from '../../shared/contract/action-records.ts'
import type { ActionRunRow } from '../../shared/views/action.ts'
import type { Views } from '../context.ts'
import { loadPeople } from '../people.ts'

type Paging = { readonly limit?: number | undefined; readonly offset?: number | undefined }

/** More are asked for page by page. */
const mostRuns = 1_000

const userOf = (id: number | null, people: ReadonlyMap<number, string>): ActionRunRecord['user'] =>
  id === null
    ? { kind: 'anonymous', id, name: 'anonymous' }
    : { kind: 'user', id, name: people.get(id) ?? `user ${id}` }

const presentRun = (
  { version, user_id, ...run }: ActionRunRow,
  people: ReadonlyMap<number, string>,
): ActionRunRecord => ({ ...run, action_version: version, user: userOf(user_id, people) })

/** Runs of an action, the newest first, and how many there are in all. */
export const runsOf = async (
  views: Views,
  actionId: number,
  { limit = mostRuns, offset = 0 }: Paging,
): Promise<{ readonly runs: readonly ActionRunRecord[]; readonly total: number }> => {
  const all = views.selectFrom('action_runs').where('action_id', '=', actionId)
  const [rows, counted] = await Promise.all([
    all
      .selectAll()
      .orderBy('started_at', 'desc')
      .orderBy('id')
      .limit(Math.min(limit, mostRuns))
      .offset(offset)
      .execute(),
    all.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirst(),
  ])
  const people = await loadPeople(
    views,
    rows.flatMap(({ user_id }) => user_id ?? []),
  )
  return { runs: rows.map((row) => presentRun(row, people)), total: Number(counted?.total ?? 0) }
}
