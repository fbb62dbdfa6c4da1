import type { CardRecord } from '../../shared/contract/card-records.ts'
import type { DashcardRecord } from '../../shared/contract/dashboard-records.ts'
import type { CollectionRights } from '../../shared/permissions/collection-rights.ts'
import type { DashcardRow } from '../../shared/views/dashboard.ts'
import { mayReadCard, savedCards } from '../cards.ts'
import type { Views } from '../context.ts'
import { entityId } from '../entity-id.ts'
import { presentCard } from '../present-card.ts'

/** A saved question as the reader of a dashboard sees it; of one they may not read, that it is there. */
type Shown = CardRecord | { readonly id: number }

const loadShown = async (
  views: Views,
  rights: CollectionRights,
  rows: readonly DashcardRow[],
): Promise<ReadonlyMap<number, Shown>> => {
  const ids = new Set(rows.flatMap(({ card_id, series }) => [card_id ?? [], series].flat()))
  if (ids.size === 0) return new Map()
  const cards = await savedCards(views)
    .where('cards.id', 'in', [...ids])
    .execute()
  return new Map(
    cards.map((card) => [
      card.id,
      mayReadCard(rights, card) ? presentCard(card, rights) : { id: card.id },
    ]),
  )
}

/** Cards on a dashboard as the API tells them; what shows a question that is gone is left out. */
export const presentDashcards = async (
  views: Views,
  rights: CollectionRights,
  rows: readonly DashcardRow[],
): Promise<DashcardRecord[]> => {
  const shown = await loadShown(views, rights, rows)
  return rows.flatMap((row) => {
    const card = row.card_id === null ? null : shown.get(row.card_id)
    if (card === undefined) return []
    return [
      {
        id: row.id,
        dashboard_id: row.dashboard_id,
        card_id: row.card_id,
        cardId: row.card_id,
        action_id: row.action_id,
        dashboard_tab_id: row.tab_id,
        row: row.row,
        col: row.col,
        sizeX: row.size_x,
        sizeY: row.size_y,
        size_x: row.size_x,
        size_y: row.size_y,
        parameter_mappings: row.parameter_mappings,
        visualization_settings: row.visualization_settings,
        inline_parameters: [],
        series: row.series.flatMap((id) => shown.get(id) ?? []),
        card,
        entity_id: entityId('dashcard', row),
        created_at: row.created_at,
        updated_at: row.updated_at,
      },
    ]
  })
}
