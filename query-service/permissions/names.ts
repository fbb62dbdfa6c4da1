import type { OutsideNames } from '../../shared/permissions/history/names.ts'
import type { Moment } from '../../shared/permissions/history/timeline.ts'
import type { Views } from '../context.ts'

/** Whose and which names are wanted. */
export type Wanted = { readonly people: Iterable<number>; readonly tables: Iterable<number> }

/** More than these are not asked for one by one: all of them are read. */
const fewIds = 1_000

const idsOf = (ids: Iterable<number>) => [...new Set(ids)]

const people = async (views: Views, ids: readonly number[]) => {
  if (ids.length === 0) return []
  const all = views.selectFrom('users').select(['id', 'common_name', 'email'])
  return (ids.length > fewIds ? all : all.where('id', 'in', [...ids])).execute()
}

const tables = async (views: Views, ids: readonly number[]) => {
  if (ids.length === 0) return []
  const all = views.selectFrom('tables').select(['id', 'name'])
  return (ids.length > fewIds ? all : all.where('id', 'in', [...ids])).execute()
}

/** Names of people and tables as the read models have them; whoever was forgotten has none. */
export const loadNames = async (views: Views, wanted: Wanted): Promise<OutsideNames> => {
  const [users, known] = await Promise.all([
    people(views, idsOf(wanted.people)),
    tables(views, idsOf(wanted.tables)),
  ])
  return {
    people: new Map(
      users.flatMap(({ id, common_name, email }) => {
        const name = common_name.trim() || email
        return name ? [[id, name] as const] : []
      }),
    ),
    tables: new Map(known.map(({ id, name }) => [id, name])),
  }
}

/** The people who caused what happened. */
export const actorsOf = (moments: Iterable<Moment | undefined>): number[] => {
  const ids: number[] = []
  for (const moment of moments) if (moment?.actor.kind === 'user') ids.push(moment.actor.id)
  return ids
}
