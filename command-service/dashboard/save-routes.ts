import { getDashboard } from '../../shared/contract/dashboard.ts'
import * as contract from '../../shared/contract/dashboard-save.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { examinedContent, type NewCard, recordCard } from '../new-cards.ts'
import { loadPlaces, refusePlace } from '../places.ts'
import { streams } from '../streams.ts'
import { refuseUnaskableValues } from './askable-values.ts'
import { newContent } from './content.ts'
import { dashboardDecider } from './decider.ts'
import { type UnsavedQuestion, unpacked } from './embedded-questions.ts'
import { refuseUnusable } from './usable-cards.ts'

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

  /**
   * Questions and dashboard are streams of their own, so they are written one by one, the dashboard
   * last. All of it is tried out first: what any rule refuses leaves nothing at all, and only a store
   * that fails half-way can leave questions that are on no dashboard.
   */
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
    const writeAll = async (writer: Executor, check: boolean) => {
      for (const card of cards) await recordCard(writer, card)
      if (check) await refuseUnusable({ actor, executor: writer, places, queryExaminer }, dashcards)
      await writer.execute(streams.dashboard(dashboardId), dashboardDecider, {
        type: 'CreateDashboard',
        data: {
          ...newContent(body),
          tabs: [...tabs],
          dashcards: [...dashcards],
          dashboardId,
          collectionId,
          creatorId: actor.userId,
        },
      })
    }
    await writeAll(executor.tryOut().executor, true)
    await writeAll(executor, false)
    return readBack(getDashboard, { id: dashboardId })
  }

  return [
    on(contract.saveDashboard, ({ body }, context) =>
      save(context, body, body.collection_id ?? null),
    ),
    on(contract.saveDashboardIn, ({ params: { id }, body }, context) => save(context, body, id)),
  ]
}
