import { datasetQuery } from '../../shared/contract/dataset.ts'
import type { PublicField } from '../../shared/contract/public-records.ts'
import type { FieldValues } from '../../shared/ports/field-values.ts'
import type { CardRow } from '../../shared/views/card.ts'
import type { DashboardRow, DashcardRow } from '../../shared/views/dashboard.ts'
import type { Views } from '../context.ts'
import { mappedTo } from '../dashboard-parameters.ts'
import { fieldInCard } from '../engine/parameter-values/field-in-card.ts'
import { presentField } from '../metadata.ts'
import { picked } from './picked.ts'

type ParamFields = Readonly<Record<string, PublicField>>

export type ParamFieldsDependencies = { readonly fieldValues: Pick<FieldValues, 'known'> }

const shown = [
  'id',
  'display_name',
  'base_type',
  'effective_type',
  'semantic_type',
  'has_field_values',
] as const

const loadFields = async (
  views: Views,
  { fieldValues }: ParamFieldsDependencies,
  ids: ReadonlySet<number>,
): Promise<ParamFields> => {
  if (ids.size === 0) return {}
  const rows = await views
    .selectFrom('fields')
    .selectAll()
    .where('id', 'in', [...ids])
    .where('active', '=', true)
    .execute()
  const cached = await fieldValues.known([...ids])
  return Object.fromEntries(
    rows.map((row) => [String(row.id), picked(presentField(row, cached), shown)]),
  )
}

type Card = Pick<CardRow, 'dataset_query' | 'parameters'>

/** The fields that parameters of a question are about, by their ids. */
export const paramFieldsOfCard = (
  views: Views,
  dependencies: ParamFieldsDependencies,
  { dataset_query, parameters }: Card,
): Promise<ParamFields> => {
  const query = datasetQuery.parse(dataset_query)
  const ids = parameters.flatMap((one) => fieldInCard(query, one) ?? [])
  return loadFields(views, dependencies, new Set(ids))
}

type OnDashboard = {
  readonly dashcards: readonly DashcardRow[]
  readonly cards: ReadonlyMap<number, Card>
}

/** The fields of questions that parameters of a dashboard are mapped to, by their ids. */
export const paramFieldsOfDashboard = (
  views: Views,
  dependencies: ParamFieldsDependencies,
  { parameters }: Pick<DashboardRow, 'parameters'>,
  { dashcards, cards }: OnDashboard,
): Promise<ParamFields> => {
  const ids = parameters.flatMap(({ id }) =>
    mappedTo(dashcards, String(id)).flatMap(({ cardId, target }) => {
      const card = cards.get(cardId)
      return card ? (fieldInCard(datasetQuery.parse(card.dataset_query), { target }) ?? []) : []
    }),
  )
  return loadFields(views, dependencies, new Set(ids))
}
