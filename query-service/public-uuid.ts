import { type ExpressionBuilder, sql } from 'kysely'
import type { SharedKind } from '../shared/events/public-link.ts'
import type { ReadModels } from '../shared/views/index.ts'

type Shared = 'actions' | 'cards' | 'dashboards'

/**
 * The link of a thing while it holds and sharing is on, else null.
 * @param id the column of its id
 */
export const publicUuid =
  (kind: SharedKind, id: `${Shared}.id`) =>
  // biome-ignore lint/suspicious/noExplicitAny: of all that the query is on, the id alone matters
  (query: ExpressionBuilder<any, any>) => {
    const it = query as ExpressionBuilder<ReadModels, Shared>
    const off = it
      .selectFrom('settings')
      .select('settings.key')
      .where('settings.key', '=', 'enable-public-sharing')
      .where(sql<boolean>`settings.value = 'false'::jsonb`)
    return it
      .selectFrom('public_links')
      .select('public_links.uuid')
      .where('public_links.kind', '=', kind)
      .whereRef('public_links.entity_id', '=', id)
      .where(sql<boolean>`coalesce(public_links.expires_at::timestamptz > now(), true)`)
      .where(it.not(it.exists(off)))
      .as('public_uuid')
  }
