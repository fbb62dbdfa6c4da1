import type { PeopleNames } from '../shared/permissions/history/names.ts'
import type { Moment } from '../shared/permissions/history/timeline.ts'
import type { Views } from './context.ts'

/** More than these are not asked for one by one: all of them are read. */
const fewIds = 1_000

const rowsOf = async (views: Views, ids: readonly number[]) => {
  if (ids.length === 0) return []
  const all = views.selectFrom('users').select(['id', 'common_name', 'email'])
  return (ids.length > fewIds ? all : all.where('id', 'in', ids)).execute()
}

/** Names of people as the read models have them; whoever was forgotten has none. */
export const loadPeople = async (views: Views, wanted: Iterable<number>): Promise<PeopleNames> => {
  const users = await rowsOf(views, [...new Set(wanted)])
  return new Map(
    users.flatMap(({ id, common_name, email }) => {
      const name = common_name.trim() || email
      return name ? [[id, name] as const] : []
    }),
  )
}

/** The people who caused what happened. */
export const actorsOf = (moments: Iterable<Pick<Moment, 'actor'> | undefined>): number[] => {
  const ids: number[] = []
  for (const moment of moments) if (moment?.actor.kind === 'user') ids.push(moment.actor.id)
  return ids
}
