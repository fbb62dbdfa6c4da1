import type { QueryParameter } from '../shared/contract/dataset.ts'
import { mappedTargets, questionsOn } from '../shared/dashboards/mappings.ts'
import { canonicalJson, type Json } from '../shared/kernel/json.ts'
import { invalid } from '../shared/kernel/refusal.ts'
import type { DashboardRow, DashcardRow } from '../shared/views/dashboard.ts'

type Declared = DashboardRow['parameters'][number]

/** The columns and tags of a card on a dashboard that a filter is mapped to. */
const targetsOf = (
  { parameter_mappings: mappings }: Pick<DashcardRow, 'parameter_mappings'>,
  parameterId: unknown,
  cardId: number,
): readonly Json[] =>
  mappedTargets(mappings, cardId)
    .filter((it) => it.parameterId === parameterId)
    .map(({ target }) => target)

/** @throws {Refusal} 400 for what is no filter of the dashboard, or is said to be another one */
export const declaredOf = (parameters: readonly Declared[], asked: QueryParameter): Declared => {
  const declared = parameters.find(({ id }) => id === asked.id)
  if (!declared) throw invalid('parameters', 'This dashboard has no such parameter.')
  if (asked.type !== undefined && asked.type !== declared.type)
    throw invalid('parameters', 'This parameter of the dashboard has another type.')
  return declared
}

/**
 * What the filters of a dashboard come to for one card on it: the mapping is the dashboard's, so no
 * caller reaches another column by it. A filter that is not mapped to the card says nothing of it, and
 * neither does a default: that is for clients to send.
 * @throws {Refusal} 400
 */
export const mappedValues = (
  parameters: readonly Declared[],
  dashcard: Pick<DashcardRow, 'parameter_mappings'>,
  cardId: number,
  asked: readonly QueryParameter[],
): readonly QueryParameter[] =>
  asked.flatMap((one) => {
    const { id, type } = declaredOf(parameters, one)
    const targets = targetsOf(dashcard, id, cardId)
    const isForeign = (target: Json) => canonicalJson(target) !== canonicalJson(one.target)
    if (one.target !== undefined && targets.length > 0 && targets.every(isForeign))
      throw invalid('parameters', 'This parameter of the dashboard is mapped to something else.')
    const binding = one.isBinding === true ? { isBinding: true } : {}
    return targets.map((target) => ({ type: String(type), target, value: one.value, ...binding }))
  })

/** A column or tag of a question on a dashboard. */
export type Mapped = {
  readonly dashcard: DashcardRow
  readonly cardId: number
  readonly target: Json
}

/** All that a filter of a dashboard is mapped to on it. */
export const mappedTo = (
  dashcards: readonly DashcardRow[],
  parameterId: string,
): readonly Mapped[] =>
  dashcards.flatMap((dashcard) => {
    const { card_id, series } = dashcard
    return questionsOn({ cardId: card_id, series }).flatMap((cardId) =>
      targetsOf(dashcard, parameterId, cardId).map((target) => ({ dashcard, cardId, target })),
    )
  })
