import * as contract from '../../shared/contract/dashboard.ts'
import { readBack, readBackPart } from '../../shared/contract/route.ts'
import type { DashboardVersions } from '../../shared/dashboards/dashboard-state.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { said } from '../../shared/kernel/said.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'
import type { QueryExaminer } from '../../shared/ports/query-examiner.ts'
import { type CommandContext, type CommandRoute, on } from '../context.ts'
import { isEmbeddingOn, wantedEmbedding } from '../embedding.ts'
import type { Executor } from '../execute.ts'
import { loadPlaces, refusePlace, wantedArchived } from '../places.ts'
import type { SettingDependencies } from '../settings.ts'
import { streams } from '../streams.ts'
import { refuseUnaskableValues } from './askable-values.ts'
import { changedContent, newContent } from './content.ts'
import { copyDashboardRoutes } from './copy-routes.ts'
import { type DashboardCommand, dashboardDecider, versionOf } from './decider.ts'
import { writable } from './place.ts'
import { restoreDashboard } from './restore.ts'
import { saveDashboardRoutes } from './save-routes.ts'
import { refuseUnusable } from './usable-cards.ts'
import { changedCard, newCard, wholeCards, wholeTabs } from './wanted-cards.ts'

export type DashboardDependencies = SettingDependencies & {
  readonly accessHistories: AccessHistories
  readonly queryExaminer: QueryExaminer
}

const load = async (executor: Executor, id: number): Promise<DashboardVersions> =>
  (await executor.load(streams.dashboard(id), dashboardDecider)).state

const tell = (executor: Executor, command: DashboardCommand) =>
  executor.execute(streams.dashboard(command.data.dashboardId), dashboardDecider, command)

export const dashboardRoutes = (dependencies: DashboardDependencies): CommandRoute[] => {
  const { accessHistories, queryExaminer, fixedSettings } = dependencies

  /** What is wanted is decided over the dashboard as its writer finds it. */
  const open = async (
    {
      actor,
      executor,
    }: Pick<CommandContext, 'executor'> & { actor: NonNullable<CommandContext['actor']> },
    id: number,
  ) => {
    const places = await loadPlaces(accessHistories, actor.userId)
    const versions = await load(executor, id)
    const now = writable(places, versions)
    return { places, versions, now, asking: { actor, executor, places, queryExaminer } }
  }

  return [
    on(contract.createDashboard, async ({ body }, { actor, executor, ids }) => {
      const { collection_id: collectionId = null } = body
      refusePlace(await loadPlaces(accessHistories, actor.userId), collectionId)
      await refuseUnaskableValues({ actor, queryExaminer }, body.parameters)
      const dashboardId = await ids.next('dashboard')
      await tell(executor, {
        type: 'CreateDashboard',
        data: {
          ...newContent(body),
          dashboardId,
          dashcards: [],
          collectionId,
          creatorId: actor.userId,
        },
      })
      return readBack(contract.getDashboard, { id: dashboardId })
    }),

    on(contract.updateDashboard, async ({ params: { id }, body }, context) => {
      const { actor, executor, ids } = context
      const { places, versions, now, asking } = await open(context, id)
      const { collection_id: to = now.collectionId, version: seen } = body
      if (to !== now.collectionId) refusePlace(places, to)
      const embedding = await wantedEmbedding(now, body, actor.isSuperuser, () =>
        isEmbeddingOn({ fixedSettings }, executor),
      )
      const base = seen === undefined ? now : versionOf(versions, seen, 'version')
      const known = [...base.dashcards, ...now.dashcards]
      const { tabs, tabIds } = body.tabs
        ? await wholeTabs(ids, body.tabs, [...base.tabs, ...now.tabs])
        : { tabs: undefined, tabIds: new Map<number, number>() }
      const dashcards = body.dashcards
        ? await wholeCards(ids, body.dashcards, known, tabIds)
        : undefined
      if (dashcards) await refuseUnusable(asking, dashcards, known)
      await refuseUnaskableValues(asking, body.parameters, now.parameters)
      await tell(executor, {
        type: 'ChangeDashboard',
        data: {
          dashboardId: id,
          seen,
          examined: now,
          wishes: {
            ...changedContent(body),
            tabs,
            dashcards,
            archived: wantedArchived(places, now, body.archived, to),
            collectionId: body.collection_id,
            ...embedding,
          },
        },
      })
      return readBack(contract.getDashboard, { id })
    }),

    on(contract.addDashcard, async ({ params: { id }, body }, context) => {
      const { executor, ids } = context
      const { asking } = await open(context, id)
      const card = newCard(await ids.next('dashcard'), body)
      await refuseUnusable(asking, [card])
      await tell(executor, { type: 'AddCard', data: { dashboardId: id, card } })
      return readBackPart(contract.getDashboard, { id }, ({ dashcards }) => {
        const added = dashcards.find((one) => one.id === card.id)
        if (!added) throw new Error(`dashcard ${card.id} was added and is not there`)
        return added
      })
    }),

    on(contract.changeDashcards, async ({ params: { id }, body }, context) => {
      const { now, asking } = await open(context, id)
      const cards = body.cards.map(changedCard)
      const byId = new Map(cards.map((card) => [card.id, card]))
      const changed = now.dashcards.flatMap((card) => {
        const { id: _, ...wishes } = byId.get(card.id) ?? { id: 0 }
        const changes = said(wishes)
        return Object.keys(changes).length > 0 ? [{ ...card, ...changes }] : []
      })
      await refuseUnusable(asking, changed, now.dashcards)
      await tell(context.executor, {
        type: 'ChangeCards',
        data: { dashboardId: id, cards, examined: now },
      })
      return readBackPart(contract.getDashboard, { id }, ({ dashcards, tabs }) => ({
        cards: dashcards,
        tabs,
        status: 'ok' as const,
      }))
    }),

    on(contract.removeDashcard, async ({ params: { id }, query, body }, context) => {
      const dashcardId = body?.dashcardId ?? query.dashcardId
      if (dashcardId === undefined) throw invalid('dashcardId', 'Which card is to be removed?')
      await open(context, id)
      await tell(context.executor, { type: 'RemoveCard', data: { dashboardId: id, dashcardId } })
    }),

    on(contract.restoreDashboard, async ({ params: { id }, body: { to_version } }, context) => {
      await restoreDashboard(dependencies)(context, id, to_version)
      return readBack(contract.getDashboard, { id })
    }),

    on(contract.deleteDashboard, async ({ params: { id } }, context) => {
      await open(context, id)
      await tell(context.executor, { type: 'DeleteDashboard', data: { dashboardId: id } })
    }),

    ...copyDashboardRoutes(dependencies),
    ...saveDashboardRoutes(dependencies),
  ]
}
