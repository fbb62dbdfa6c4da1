import type { CardState } from '../../shared/cards/card-state.ts'
import * as contract from '../../shared/contract/dashboard.ts'
import { mostNewQuestions } from '../../shared/contract/dashboard-save.ts'
import { readBackPart } from '../../shared/contract/route.ts'
import type { DashboardState } from '../../shared/dashboards/dashboard-state.ts'
import type { Dashcard } from '../../shared/events/dashboard.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { unlessRefused } from '../../shared/kernel/unless-refused.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import { type CommandRoute, on } from '../context.ts'
import { nameOfCopy } from '../name-of-copy.ts'
import { copiedContent, type NewCard } from '../new-cards.ts'
import { loadPlaces, refusePlace } from '../places.ts'
import { runnableAction } from '../saved-actions.ts'
import { usableCard } from '../saved-cards.ts'
import { streams } from '../streams.ts'
import { refuseUnaskableValues } from './askable-values.ts'
import { copiedBoard, isCopied, questionsOf } from './copies.ts'
import { dashboardDecider } from './decider.ts'
import { readable } from './place.ts'
import { recordWhole } from './record-whole.ts'
import type { SaveDependencies } from './save-routes.ts'

type Asking = Parameters<typeof recordWhole>[0]

const noCopies: ReadonlyMap<number, NewCard> = new Map()

/** The questions of a dashboard that its copy can show; a deep one does without what is not readable. */
const questionsFor = async (
  { executor, places }: Asking,
  original: DashboardState,
  isDeep: boolean,
): Promise<ReadonlyMap<number, CardState>> => {
  const questions = new Map<number, CardState>()
  const missing = isDeep ? (['not-found', 'forbidden'] as const) : (['not-found'] as const)
  for (const cardId of questionsOf(original)) {
    const card = await unlessRefused(usableCard(executor, places, cardId), ...missing)
    if (card) questions.set(cardId, card)
  }
  return questions
}

/** A button whose action is gone does nothing there, either. */
const withoutGoneActions = async (
  asking: Asking,
  dashcards: readonly Dashcard[],
): Promise<readonly Dashcard[]> => {
  const kept: Dashcard[] = []
  for (const card of dashcards) {
    const { actionId } = card
    const action =
      actionId === null
        ? undefined
        : await unlessRefused(runnableAction(asking, actionId), 'not-found')
    kept.push(action ? card : { ...card, actionId: null })
  }
  return kept
}

/** Questions of their own in place of those that are copied, by the ids of these. */
const copiesOf = async (
  { actor, queryExaminer }: Asking,
  questions: ReadonlyMap<number, CardState>,
  ids: IdSequences,
  collectionId: number | null,
): Promise<ReadonlyMap<number, NewCard>> => {
  const copied = [...questions].filter(([, card]) => isCopied(card))
  if (copied.length > mostNewQuestions)
    throw invalid('is_deep_copy', `No more than ${mostNewQuestions} questions can be copied.`)
  const cardIds = await ids.take('card', copied.length)
  const copies = new Map<number, NewCard>()
  for (const [index, [cardId, card]] of copied.entries()) {
    const content = await copiedContent(queryExaminer, actor, card)
    const name = card.collectionId === collectionId ? nameOfCopy(card.name) : card.name
    copies.set(cardId, {
      cardId: cardIds[index] ?? 0,
      content: { ...content, name },
      collectionId,
      creatorId: actor.userId,
    })
  }
  return copies
}

/** Dashboards once more, with their questions or with copies of these. */
export const copyDashboardRoutes = ({
  accessHistories,
  queryExaminer,
}: SaveDependencies): CommandRoute[] => [
  on(contract.copyDashboard, async ({ params: { id }, body = {} }, context) => {
    const { actor, executor, ids } = context
    const places = await loadPlaces(accessHistories, actor.userId)
    const { state } = await executor.load(streams.dashboard(id), dashboardDecider)
    const original = readable(places, state)
    const { collection_id: to = original.collectionId, is_deep_copy: isDeep } = body
    refusePlace(places, to)
    const asking: Asking = { actor, executor, places, queryExaminer }
    await refuseUnaskableValues(asking, original.parameters)

    const questions = await questionsFor(asking, original, isDeep === true)
    const copies = isDeep ? await copiesOf(asking, questions, ids, to) : noCopies
    const standsFor = (cardId: number) =>
      copies.get(cardId)?.cardId ?? (questions.has(cardId) ? cardId : undefined)
    const kept = await withoutGoneActions(asking, original.dashcards)
    const { tabs, dashcards } = await copiedBoard(ids, { ...original, dashcards: kept }, standsFor)

    const { archived, enableEmbedding, embeddingParams, ...content } = original
    const dashboardId = await ids.next('dashboard')
    await recordWhole(asking, [...copies.values()], {
      ...content,
      tabs: [...tabs],
      dashcards: [...dashcards],
      name: body.name ?? nameOfCopy(original.name),
      description: body.description === undefined ? original.description : body.description,
      dashboardId,
      collectionId: to,
      creatorId: actor.userId,
    })
    const uncopied = questionsOf(original).filter((cardId) => !questions.has(cardId))
    return readBackPart(contract.getDashboard, { id: dashboardId }, (dashboard) => ({
      ...dashboard,
      uncopied: uncopied.map((cardId) => ({ id: cardId })),
    }))
  }),
]
