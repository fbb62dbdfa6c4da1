import type { Views } from '../../query-service/context.ts'
import { activeFields } from '../../query-service/metadata.ts'
import type { ActionTargets } from '../../shared/ports/action-targets.ts'

/** Lets the command side look up what actions write to. */
export const actionTargets = (views: Views): ActionTargets => ({
  database: (id) =>
    views.selectFrom('databases').selectAll().where('id', '=', id).executeTakeFirst(),

  table: async (id) => {
    const table = await views
      .selectFrom('tables')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return table && { table, fields: await activeFields(views, [id]) }
  },

  linkedAction: async (uuid) => {
    const link = await views
      .selectFrom('public_links')
      .select('entity_id')
      .where('uuid', '=', uuid)
      .where('kind', '=', 'action')
      .executeTakeFirst()
    return link?.entity_id
  },
})
