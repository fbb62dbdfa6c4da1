import type { EmbeddedQuestion, WholeDashboard } from '../../shared/contract/dashboard-save.ts'
import type { DashboardTab, Dashcard } from '../../shared/events/dashboard.ts'
import type { IdSequences } from '../../shared/ports/id-sequences.ts'
import { newCard } from './wanted-cards.ts'

type Body = NonNullable<WholeDashboard['dashcards']>[number]

/** A question that is to be saved. */
export type UnsavedQuestion = Extract<EmbeddedQuestion, { dataset_query: object; name: string }>

/** Those that are saved have an id of ours; clients give others negative ones, or none. */
const isUnsaved = (question: EmbeddedQuestion): question is UnsavedQuestion =>
  typeof question.id !== 'number' || question.id <= 0

const questionsOn = ({ card, series }: Body): readonly EmbeddedQuestion[] =>
  [card ?? [], series ?? []].flat()

export type Unpacked = {
  readonly tabs: readonly DashboardTab[]
  readonly dashcards: readonly Dashcard[]
  /** With the ids they are to have. */
  readonly unsaved: ReadonlyMap<number, UnsavedQuestion>
}

/**
 * What stands on a dashboard that is saved as a whole, all of it with ids of ours: tabs and cards are
 * new ones, questions only where they are not saved yet. Mappings go along.
 */
export const unpacked = async (
  ids: IdSequences,
  { dashcards, tabs }: Pick<WholeDashboard, 'dashcards' | 'tabs'>,
): Promise<Unpacked> => {
  const [bodies, tabBodies] = [dashcards ?? [], tabs ?? []]
  const fresh = bodies.flatMap(questionsOn).filter(isUnsaved)
  const cardIds = await ids.take('card', fresh.length)
  const dashcardIds = await ids.take('dashcard', bodies.length)
  const drawnTabs = await ids.take('dashboard_tab', tabBodies.length)
  const tabIds = new Map(tabBodies.map(({ id }, index) => [id, drawnTabs[index] ?? 0]))
  const idOf = new Map<EmbeddedQuestion, number>(
    fresh.map((question, index) => [question, cardIds[index] ?? 0]),
  )
  const savedId = (question: EmbeddedQuestion) => idOf.get(question) ?? Number(question.id)

  const dashcardOf = (body: Body, index: number): Dashcard => {
    const { card, series, ...rest } = body
    const cardId = card ? savedId(card) : (body.cardId ?? null)
    const byTheirs = new Map(questionsOn(body).map((one) => [one.id as unknown, savedId(one)]))
    return newCard(
      dashcardIds[index] ?? 0,
      {
        ...rest,
        cardId,
        series: (series ?? []).map((one) => ({ id: savedId(one) })),
        parameter_mappings: (body.parameter_mappings ?? []).map((mapping) => ({
          ...mapping,
          card_id: byTheirs.get(mapping.card_id) ?? cardId,
        })),
      },
      tabIds,
    )
  }

  return {
    tabs: tabBodies.map(({ id, name }) => ({ id: tabIds.get(id) ?? 0, name })),
    dashcards: bodies.map(dashcardOf),
    unsaved: new Map(fresh.map((question) => [savedId(question), question])),
  }
}
