import { datasetQuery } from '../shared/contract/dataset.ts'
import { valuesParameter } from '../shared/contract/parameter-values.ts'
import { canonicalJson, type Json } from '../shared/kernel/json.ts'
import { isNothing } from '../shared/kernel/raw.ts'
import { invalid } from '../shared/kernel/refusal.ts'
import type { CardRow } from '../shared/views/card.ts'
import type { DashboardRow, DashcardRow } from '../shared/views/dashboard.ts'
import { type Mapped, mappedTo } from './dashboard-parameters.ts'
import { findTarget } from './engine/mbql/parameters/target.ts'
import type { GivenValue } from './engine/parameter-values/card-source.ts'
import {
  columnOfTarget,
  distinctValues,
  isNarrowedBy,
} from './engine/parameter-values/column-query.ts'
import { fieldInCard } from './engine/parameter-values/field-in-card.ts'
import {
  type NamedFilter,
  namedSource,
  noValues,
  type ValueSource,
} from './engine/parameter-values/source.ts'

type Card = Pick<CardRow, 'id' | 'database_id' | 'dataset_query'>

/** A dashboard and the questions on it whose values one may have. */
export type DashboardForValues = Pick<DashboardRow, 'parameters'> & {
  readonly dashcards: readonly DashcardRow[]
  readonly cards: ReadonlyMap<number, Card>
}

/** Another filter that has a value, and what it is mapped to. */
type Other = {
  readonly type: string
  readonly value: Json
  readonly mapped: readonly Mapped[]
  readonly isBinding: boolean
}

const queryOf = ({ dataset_query }: Card) => datasetQuery.parse(dataset_query)

/** What another filter says of a field: of the question itself, or else of one of its database. */
const filterOf =
  ({ cards }: DashboardForValues, card: Card) =>
  ({ type, value, mapped, isBinding }: Other): readonly NamedFilter[] => {
    const here = mapped.filter(({ cardId }) => cardId === card.id)
    const fields = (here.length > 0 ? here : mapped).flatMap(({ cardId, target }) => {
      const about = cards.get(cardId)
      if (about?.database_id !== card.database_id) return []
      return fieldInCard(queryOf(about), { target }) ?? []
    })
    const [fieldId] = fields
    if (fieldId === undefined || type === 'temporal-unit') return []
    const binds = isBinding && here.length > 0
    return [{ fieldId, parameter: { type, value }, ...(binds && { isBinding: true }) }]
  }

/**
 * The column a filter is mapped to, in the rows its question asks for; of SQL, the field of its field
 * filter. Other filters narrow it as they would the question, and those that are mapped to other
 * questions only by way of foreign keys.
 */
const sourceAt = (
  dashboard: DashboardForValues,
  { cardId, target }: Mapped,
  others: readonly Other[],
): ValueSource | undefined => {
  const card = dashboard.cards.get(cardId)
  if (!card) return undefined
  const query = queryOf(card)
  const filter = filterOf(dashboard, card)
  const isHere = ({ mapped }: Other) => mapped.some((one) => one.cardId === cardId)
  const isBindingHere = (one: Other) => one.isBinding && isHere(one)
  if (query.type === 'native') {
    const fieldId = fieldInCard(query, { target })
    if (fieldId === undefined) return undefined
    if (others.some((one) => isBindingHere(one) && filter(one).length === 0)) return noValues
    const filters = others.flatMap(filter)
    return { kind: 'fields', fieldIds: [fieldId], filters, databaseId: card.database_id }
  }
  if (!findTarget(target)) return undefined
  const given = (them: readonly Other[]) =>
    them.flatMap(({ type, value, mapped }) =>
      mapped
        .filter((one) => one.cardId === cardId)
        .map((one) => ({ type, value, target: one.target })),
    )
  if (!isNarrowedBy(query, target, given(others.filter(isBindingHere)))) return noValues
  const column = { ...columnOfTarget(query, target, given(others)), card: cardId }
  return { kind: 'column', column, filters: others.filter((one) => !isHere(one)).flatMap(filter) }
}

/** Questions that ask the same rows have the same values. */
const identityOf = (source: ValueSource): string => {
  if (source.kind !== 'column') return canonicalJson(source as never)
  const { column, filters = [] } = source
  return canonicalJson([distinctValues(column), column.value, filters] as never)
}

const oncePerIdentity = (sources: readonly ValueSource[]): readonly ValueSource[] => [
  ...new Map(sources.map((source) => [identityOf(source), source])).values(),
]

/**
 * Where the values of a filter of a dashboard come from: what it says itself, else the columns it is
 * mapped to.
 * @param key the filter's id
 * @param given values of other filters, which narrow the list
 * @throws {Refusal} 400 for what is no filter of the dashboard, and for one mapped to no field
 */
export const dashboardParameterSource = (
  dashboard: DashboardForValues,
  key: string,
  given: readonly GivenValue[],
): ValueSource => {
  const { parameters, dashcards } = dashboard
  const declaredOf = (id: string) => {
    const declared = parameters.find((one) => one.id === id)
    if (!declared) throw invalid(id, 'This dashboard has no such parameter.')
    return declared
  }
  const asked = valuesParameter.safeParse(declaredOf(key))
  const others = given.flatMap(({ id, value, isBinding = false }): readonly Other[] => {
    const { type } = declaredOf(id)
    if (id === key || isNothing(value)) return []
    const mapped = mappedTo(dashcards, id)
    return [{ type: String(type), value: value as Json, mapped, isBinding }]
  })
  if (!asked.success) throw invalid(key, 'This parameter does not say where its values are.')
  const named = namedSource(asked.data)
  const isBound = others.some((one) => one.isBinding)
  if (named) return named.kind === 'list' || !isBound ? named : noValues
  const sources = mappedTo(dashcards, key).flatMap((one) => sourceAt(dashboard, one, others) ?? [])
  if (sources.length === 0) throw invalid(key, 'This parameter is mapped to no field.')
  return { kind: 'several', sources: oncePerIdentity(sources) }
}
