import { listSharedActions } from '../../shared/contract/action-sharing.ts'
import * as contract from '../../shared/contract/public-link.ts'
import type { SharedKind } from '../../shared/events/public-link.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { isArchivedAction, savedActions } from '../actions.ts'
import { isArchived } from '../archived.ts'
import { byName } from '../by-name.ts'
import { savedCards } from '../cards.ts'
import { on, type QueryRoute, type Views } from '../context.ts'
import { savedDashboards } from '../dashboards.ts'
import { page } from '../paging.ts'
import { refuseUnlessSharing } from '../public-sharing.ts'

type Named = { readonly id: number; readonly name: string }

const linksOf = async (views: Views, kind: SharedKind, now: Date) => {
  const rows = await views
    .selectFrom('public_links')
    .select(['entity_id', 'uuid', 'expires_at'])
    .where('kind', '=', kind)
    .execute()
  const holding = rows.filter(({ expires_at: end }) => end === null || new Date(end) > now)
  return new Map(holding.map(({ entity_id: id, uuid }) => [id, uuid]))
}

const withLinks = <T extends Named>(things: readonly T[], links: ReadonlyMap<number, string>) =>
  things
    .flatMap(({ id, name }) => {
      const uuid = links.get(id)
      return uuid === undefined ? [] : [{ id, name, public_uuid: uuid }]
    })
    .sort(byName)

export type PublicLinkDependencies = {
  readonly settings: Pick<Settings, 'current'>
  readonly now: () => Date
}

export const publicLinkRoutes = ({
  now,
  settings,
}: PublicLinkDependencies): readonly QueryRoute[] => [
  on(contract.listSharedCards, async ({ query }, { views, header }) => {
    await refuseUnlessSharing(settings)
    const links = await linksOf(views, 'card', now())
    const cards = (await savedCards(views).execute()).filter((card) => !isArchived(card))
    return page(withLinks(cards, links), query, header)
  }),

  on(contract.listSharedDashboards, async ({ query }, { views, header }) => {
    await refuseUnlessSharing(settings)
    const links = await linksOf(views, 'dashboard', now())
    const dashboards = await savedDashboards(views).execute()
    const shown = dashboards.filter((dashboard) => !isArchived(dashboard))
    return page(withLinks(shown, links), query, header)
  }),

  on(listSharedActions, async ({ query }, { views, header }) => {
    await refuseUnlessSharing(settings)
    const links = await linksOf(views, 'action', now())
    const actions = (await savedActions(views).execute()).filter((one) => !isArchivedAction(one))
    const models = new Map(actions.map(({ id, model_id }) => [id, model_id]))
    return page(withLinks(actions, links), query, header).map((shared) => ({
      ...shared,
      model_id: models.get(shared.id) ?? null,
    }))
  }),
]
