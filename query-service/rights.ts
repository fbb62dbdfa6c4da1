import type { Actor } from '../shared/kernel/actor.ts'
import { refuseUnless } from '../shared/kernel/refusal.ts'
import { type DataRights, dataRightsOf } from '../shared/permissions/data-rights.ts'
import type { Views } from './context.ts'

/** What this actor may query, as the read models of this request have it. */
export const loadDataRights = async (views: Views, actor: Actor): Promise<DataRights> => {
  if (actor.isSuperuser) return dataRightsOf(true, [], [])
  const groupIds = [...actor.groupIds]
  if (groupIds.length === 0) return dataRightsOf(false, [], [])
  const [data, native] = await Promise.all([
    views.selectFrom('data_grants').selectAll().where('group_id', 'in', groupIds).execute(),
    views.selectFrom('native_grants').selectAll().where('group_id', 'in', groupIds).execute(),
  ])
  return dataRightsOf(false, data, native)
}

/** Whether this actor may write SQL on any database there is. */
export const mayWriteAnySql = async (views: Views, actor: Actor): Promise<boolean> => {
  if (actor.isSuperuser) return true
  const grant = await views
    .selectFrom('native_grants')
    .innerJoin('databases', 'databases.id', 'native_grants.database_id')
    .select('databases.id')
    .where('native_grants.group_id', 'in', [...actor.groupIds])
    .where('native_grants.level', '=', 'write')
    .limit(1)
    .executeTakeFirst()
  return grant !== undefined
}

/** @throws {Refusal} 403 for who may write SQL nowhere. */
export const refuseUnlessWriter = async (views: Views, actor: Actor): Promise<void> =>
  refuseUnless(
    await mayWriteAnySql(views, actor),
    'forbidden',
    'Snippets are for those who may write SQL.',
  )
