import type { CardState } from '../../shared/cards/card-state.ts'
import { type DatasetQuery, datasetQuery } from '../../shared/contract/dataset.ts'
import { mappedTargets, questionsOn, targetKindOf } from '../../shared/dashboards/mappings.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import type { Executor } from '../execute.ts'
import type { Places } from '../places.ts'
import { runnableAction } from '../saved-actions.ts'
import { usableCard } from '../saved-cards.ts'

type Asking = {
  readonly actor: Actor
  readonly executor: Executor
  readonly places: Places
  readonly queryExaminer: QueryExaminer
}

const targetsFor = ({ parameterMappings }: Dashcard, cardId: number): readonly Json[] =>
  mappedTargets(parameterMappings, cardId).map(({ target }) => target)

/** What those who read the dashboard could filter a question by now, and could not before. */
const newTargets = (card: Dashcard, was: Dashcard | undefined, cardId: number): readonly Json[] => {
  const known = new Set((was ? targetsFor(was, cardId) : []).map(canonicalJson))
  return targetsFor(card, cardId).filter((target) => !known.has(canonicalJson(target)))
}

const isDeclared = ({ parameters }: CardState, target: Json): boolean =>
  parameters.some((one) => canonicalJson(one.target ?? null) === canonicalJson(target))

/** Who maps a filter to a column lets everybody ask about it: that takes the right to do so oneself. */
const mayFilter = async (
  { actor, queryExaminer }: Asking,
  card: CardState,
  targets: readonly Json[],
): Promise<void> => {
  const query: DatasetQuery = datasetQuery.parse(card.query)
  const asked = targets.filter(
    (target) => targetKindOf(target) === 'dimension' && !isDeclared(card, target),
  )
  // Of SQL only its tags can be given values, by whoever may read it.
  if (query.type === 'native' || asked.length === 0) return
  await queryExaminer.examine(actor, {
    ...query,
    parameters: [...(query.parameters ?? []), ...asked.map((target) => ({ target }))],
  })
}

/**
 * Lets somebody put these on a dashboard: of what was not on it before they may read every saved
 * question and every action, and ask for every column that is mapped.
 * @throws {Refusal} 404 for a question or an action that is not there, 403, and 400 for a mapping to nothing
 */
export const refuseUnusable = async (
  asking: Asking,
  cards: readonly Dashcard[],
  before: readonly Dashcard[] = [],
): Promise<void> => {
  const known = new Map(before.map((card) => [card.id, card]))
  for (const card of cards) {
    const there = known.get(card.id)
    if (card.actionId !== null && card.actionId !== there?.actionId)
      await runnableAction(asking, card.actionId)
    for (const cardId of new Set(questionsOn(card))) {
      const was = there && questionsOn(there).includes(cardId) ? there : undefined
      const targets = newTargets(card, was, cardId)
      if (was && targets.length === 0) continue
      const question = await usableCard(asking.executor, asking.places, cardId)
      await mayFilter(asking, question, targets)
    }
  }
}
