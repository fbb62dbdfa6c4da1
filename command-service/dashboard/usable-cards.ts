import type { CardState } from '../../shared/cards/card-state.ts'
import { type DatasetQuery, datasetQuery } from '../../shared/contract/dataset.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import type { Executor } from '../execute.ts'
import type { Places } from '../places.ts'
import { usableCard } from '../saved-cards.ts'

type Asking = {
  readonly actor: Actor
  readonly executor: Executor
  readonly places: Places
  readonly queryExaminer: QueryExaminer
}

const cardsOn = ({ cardId, series }: Dashcard): readonly number[] =>
  cardId === null ? series : [cardId, ...series]

const targetsOf = ({ parameterMappings }: Dashcard): readonly (Json | undefined)[] =>
  parameterMappings.map(({ target }) => target)

/** What those who read the dashboard could filter by now, and could not before. */
const newTargets = (card: Dashcard, before: Dashcard | undefined): readonly Json[] => {
  const known = new Set((before ? targetsOf(before) : []).map((it) => canonicalJson(it ?? null)))
  return targetsOf(card).flatMap((target) =>
    target === undefined || known.has(canonicalJson(target)) ? [] : [target],
  )
}

const isDeclared = ({ parameters }: CardState, target: Json): boolean =>
  parameters.some((one) => canonicalJson(one.target ?? null) === canonicalJson(target))

const isOnColumn = (target: Json): boolean => Array.isArray(target) && target[0] === 'dimension'

/** Who maps a filter to a column lets everybody ask about it: that takes the right to do so oneself. */
const mayFilter = async (
  { actor, queryExaminer }: Asking,
  card: CardState,
  targets: readonly Json[],
): Promise<void> => {
  const asked = targets.filter((target) => isOnColumn(target) && !isDeclared(card, target))
  if (asked.length === 0) return
  const query: DatasetQuery = datasetQuery.parse(card.query)
  await queryExaminer.examine(actor, {
    ...query,
    parameters: [...(query.parameters ?? []), ...asked.map((target) => ({ target }))],
  })
}

/**
 * Lets somebody put these on a dashboard: of what was not on it before they may read every saved
 * question, and ask for every column that is mapped.
 * @throws {Refusal} 404 for a question that is not there, 403, and 400 for a mapping to nothing
 */
export const refuseUnusable = async (
  asking: Asking,
  cards: readonly Dashcard[],
  before: readonly Dashcard[] = [],
): Promise<void> => {
  const known = new Map(before.map((card) => [card.id, card]))
  for (const card of cards) {
    const was = known.get(card.id)
    const isNew = (cardId: number) => !was || !cardsOn(was).includes(cardId)
    for (const cardId of new Set(cardsOn(card).filter(isNew)))
      await usableCard(asking.executor, asking.places, cardId)
    const targets = newTargets(card, was)
    if (targets.length > 0 && card.cardId !== null)
      await mayFilter(
        asking,
        await usableCard(asking.executor, asking.places, card.cardId),
        targets,
      )
  }
}
