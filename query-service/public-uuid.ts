import { type ExpressionBuilder, sql } from 'kysely'
import type { SharedKind } from '../shared/events/public-link.ts'
import { FixedValue } from '../shared/settings/fixed-value.ts'
import type { ReadModels } from '../shared/views/index.ts'

const sharing = 'enable-public-sharing'

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
    const said = it
      .selectFrom('settings')
      .select('settings.value')
      .where('settings.key', '=', sharing)
    // The setting is on by default.
    const isOn = sql<boolean>`coalesce(${new FixedValue(sharing)}::jsonb, (${said}), 'true') <> 'false'`
    return it
      .selectFrom('public_links')
      .select('public_links.uuid')
      .where('public_links.kind', '=', kind)
      .whereRef('public_links.entity_id', '=', id)
      .where(sql<boolean>`coalesce(public_links.expires_at::timestamptz > now(), true)`)
      .where(isOn)
      .as('public_uuid')
  }
