import type { Actor } from '../shared/kernel/actor.ts'
import { type DataRights, dataRightsOf } from '../shared/permissions/data-rights.ts'
import type { Views } from './context.ts'

/** What this actor may query, as the read models of this request have it. */
export const loadDataRights = async (views: Views, actor: Actor): Promise<DataRights> => {
  if (actor.isSuperuser) return dataRightsOf(true, [], [])
  const groupIds = [...actor.groupIds]
  const [data, native] = await Promise.all([
    views.selectFrom('data_grants').selectAll().where('group_id', 'in', groupIds).execute(),
    views.selectFrom('native_grants').selectAll().where('group_id', 'in', groupIds).execute(),
  ])
  return dataRightsOf(false, data, native)
}
