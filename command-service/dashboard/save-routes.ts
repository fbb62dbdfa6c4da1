import { getDashboard } from '../../shared/contract/dashboard.ts'
import * as contract from '../../shared/contract/dashboard-save.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { examinedContent, type NewCard } from '../new-cards.ts'
import { loadPlaces, refusePlace } from '../places.ts'
import { refuseUnaskableValues } from './askable-values.ts'
import { newContent } from './content.ts'
import { type UnsavedQuestion, unpacked } from './embedded-questions.ts'
import { recordWhole } from './record-whole.ts'

export type SaveDependencies = {
  readonly accessHistories: AccessHistories
  readonly queryExaminer: QueryExaminer
}

type Saving = Pick<CommandContext, 'executor' | 'ids'> & { readonly actor: Actor }

/** Dashboards that are saved with all that stands on them, also questions that were not saved before. */
export const saveDashboardRoutes = ({
  accessHistories,
  queryExaminer,
}: SaveDependencies): CommandRoute[] => {
  const newCards = async (
    actor: Actor,
    unsaved: ReadonlyMap<number, UnsavedQuestion>,
    collectionId: number | null,
  ): Promise<readonly NewCard[]> => {
    const cards: NewCard[] = []
    for (const [cardId, { id: _, ...question }] of unsaved) {
      const content = await examinedContent(queryExaminer, actor, question)
      cards.push({ cardId, content, collectionId, creatorId: actor.userId })
    }
    return cards
  }

  const save = async (
    { actor, executor, ids }: Saving,
    body: contract.WholeDashboard,
    collectionId: number | null,
  ) => {
    const places = await loadPlaces(accessHistories, actor.userId)
    refusePlace(places, collectionId)
    await refuseUnaskableValues({ actor, queryExaminer }, body.parameters)
    const { tabs, dashcards, unsaved } = await unpacked(ids, body)
    const cards = await newCards(actor, unsaved, collectionId)
    const dashboardId = await ids.next('dashboard')
    await recordWhole({ actor, executor, places, queryExaminer }, cards, {
      ...newContent(body),
      tabs: [...tabs],
      dashcards: [...dashcards],
      dashboardId,
      collectionId,
      creatorId: actor.userId,
    })
    return readBack(getDashboard, { id: dashboardId })
  }

  return [
    on(contract.saveDashboard, ({ body }, context) =>
      save(context, body, body.collection_id ?? null),
    ),
    on(contract.saveDashboardIn, ({ params: { id }, body }, context) => save(context, body, id)),
  ]
}
