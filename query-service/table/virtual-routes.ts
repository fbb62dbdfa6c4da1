import { type SavedColumn, savedColumns } from '../../shared/cards/result-columns.ts'
import * as contract from '../../shared/contract/virtual-table.ts'
import { readableCard, type SavedCard } from '../cards.ts'
import { collectionName } from '../collection-name.ts'
import { on, type QueryRoute } from '../context.ts'

/** What stands for the collection's name where there is none. */
const nameOfRoot = 'Everything else'

const keyTypes: ReadonlySet<string | null> = new Set(['type/PK', 'type/FK'])

const idOf = ({ id }: SavedCard) => `card__${id}` as const

const presentTable = (card: SavedCard): contract.VirtualTable => ({
  id: idOf(card),
  db_id: card.database_id,
  name: card.name,
  display_name: card.name,
  description: card.description,
  schema:
    card.collection_id === null
      ? nameOfRoot
      : collectionName(card.collection_name, card.owner_name),
  type: card.type,
  active: true,
  visibility_type: null,
  pk_field: null,
})

const presentField = (
  card: SavedCard,
  { name, display_name, description, base_type, semantic_type }: SavedColumn,
  position: number,
): contract.VirtualField => ({
  id: ['field', name, { 'base-type': base_type }],
  table_id: idOf(card),
  name,
  display_name,
  description,
  base_type,
  effective_type: base_type,
  semantic_type: keyTypes.has(semantic_type) ? null : semantic_type,
  fk_target_field_id: null,
  position,
  has_field_values: 'none',
})

const presentFields = (card: SavedCard) =>
  (savedColumns(card.result_metadata) ?? []).map((column, position) =>
    presentField(card, column, position),
  )

/** Saved questions as tables; who may read one may build on it. */
export const virtualTableRoutes: readonly QueryRoute[] = [
  on(contract.getVirtualTable, async ({ params: { id } }, { actor, views }) =>
    presentTable((await readableCard(views, actor, id)).card),
  ),

  on(contract.getVirtualTableMetadata, async ({ params: { id } }, { actor, views }) => {
    const { card } = await readableCard(views, actor, id)
    return { ...presentTable(card), fields: presentFields(card) }
  }),

  on(contract.listVirtualForeignKeys, async ({ params: { id } }, { actor, views }) => {
    await readableCard(views, actor, id)
    return []
  }),
]
