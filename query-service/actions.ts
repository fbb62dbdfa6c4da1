import { tableOfModel } from '../shared/actions/model-table.ts'
import type { Actor } from '../shared/kernel/actor.ts'
import { found, Refusal, refuseUnless } from '../shared/kernel/refusal.ts'
import type { CollectionRights } from '../shared/permissions/collection-rights.ts'
import type { DataRights } from '../shared/permissions/data-rights.ts'
import { loadCollectionRights } from './collection-rights.ts'
import type { Views } from './context.ts'
import { publicUuid } from './public-uuid.ts'
import { loadDataRights } from './rights.ts'

/**
 * Actions with what is around them: model, its collection, creator, and the link for everybody. One
 * whose model is gone is gone, too, whichever was recorded first.
 */
export const savedActions = (views: Views) =>
  views
    .selectFrom('actions')
    .leftJoin('cards as models', 'models.id', 'actions.model_id')
    .leftJoin('databases', 'databases.id', 'models.database_id')
    .leftJoin('collections', 'collections.id', 'models.collection_id')
    .leftJoin('users as creators', 'creators.id', 'actions.creator_id')
    .where((it) =>
      it.or([
        it('actions.model_id', 'is', null),
        it.and([
          it('databases.id', 'is not', null),
          it.or([it('models.collection_id', 'is', null), it('collections.id', 'is not', null)]),
        ]),
      ]),
    )
    .selectAll('actions')
    .select([
      'models.database_id as model_database_id',
      'models.collection_id as model_collection_id',
      'models.archived as model_archived',
      'models.type as model_type',
      'models.dataset_query as model_query',
      'collections.archived as collection_archived',
      'creators.email',
      'creators.first_name',
      'creators.last_name',
      'creators.common_name',
      publicUuid('action', 'actions.id'),
    ])

export type SavedAction = Awaited<ReturnType<ReturnType<typeof savedActions>['execute']>>[number]

/** What somebody may do with actions. */
export type ActionRights = {
  mayRead(action: SavedAction): boolean
  mayWrite(action: SavedAction): boolean
}

const actionRightsOf = (
  { isSuperuser }: Actor,
  collections: CollectionRights,
  data: DataRights,
): ActionRights => {
  /** Those without a model are in no collection. */
  const mayUseUnplaced = ({ query_database_id: database }: SavedAction) =>
    isSuperuser || (database !== null && data.mayRunNative(database))
  const mayWriteSql = ({ query_database_id: database }: SavedAction) =>
    database === null || data.mayRunNative(database)
  return {
    mayRead: (action) =>
      action.model_id === null
        ? mayUseUnplaced(action)
        : collections.mayRead(action.model_collection_id ?? 'root'),
    mayWrite: (action) =>
      action.model_id === null
        ? mayUseUnplaced(action)
        : collections.mayWrite(action.model_collection_id ?? 'root') && mayWriteSql(action),
  }
}

export const loadActionRights = async (views: Views, actor: Actor): Promise<ActionRights> => {
  const [collections, data] = await Promise.all([
    loadCollectionRights(views, actor),
    loadDataRights(views, actor),
  ])
  return actionRightsOf(actor, collections, data)
}

/** Put away itself, with its model, or with the collection of that. */
export const isArchivedAction = (action: SavedAction): boolean =>
  action.archived || action.model_archived === true || action.collection_archived === true

/** Whether a link still leads to what it was made for: its model may be turned to another table. */
export const isAsShared = ({ type, table_id, model_query }: SavedAction): boolean =>
  type !== 'implicit' || (model_query !== null && tableOfModel(model_query) === table_id)

/** @throws {Refusal} 404, then 403. */
export const readableAction = async (views: Views, actor: Actor, id: number) => {
  const row = await savedActions(views).where('actions.id', '=', id).executeTakeFirst()
  const action = found(row, 'Action')
  const rights = await loadActionRights(views, actor)
  refuseUnless(rights.mayRead(action), 'forbidden', 'You may not see this action.')
  return { action, rights }
}

/** Who may read one may run it, unless it was put away. @throws {Refusal} 404, then 403. */
export const runnableAction = async (
  views: Views,
  actor: Actor,
  id: number,
): Promise<SavedAction> => {
  const { action } = await readableAction(views, actor, id)
  if (isArchivedAction(action)) throw new Refusal('not-found', 'This action is archived.')
  return action
}

/** The database it is about: its own, or that of its model. */
export const databaseOf = (action: SavedAction): number | null =>
  action.query_database_id ?? action.model_database_id
