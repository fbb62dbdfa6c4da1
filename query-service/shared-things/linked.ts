import type { SharedKind } from '../../shared/events/public-link.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { isArchivedAction, isAsShared, type SavedAction, savedActions } from '../actions.ts'
import { isArchived } from '../archived.ts'
import { type SavedCard, savedCards } from '../cards.ts'
import type { Views } from '../context.ts'
import { type SavedDashboard, savedDashboards } from '../dashboards.ts'
import { isSharingOn } from '../public-sharing.ts'
import { nothingShared } from './plainly.ts'

/** A link somebody follows, and when. */
export type FollowedLink = {
  readonly uuid: string
  readonly now: Date
  readonly settings: Pick<Settings, 'current'>
}

/** The id of what a link leads to, while sharing is on and the link holds. @throws {Refusal} 404 */
export const linkedId = async (
  views: Views,
  kind: SharedKind,
  { uuid, now, settings }: FollowedLink,
): Promise<number> => {
  const link = await views
    .selectFrom('public_links')
    .select(['entity_id', 'expires_at'])
    .where('uuid', '=', uuid)
    .where('kind', '=', kind)
    .executeTakeFirst()
  const isOver = link?.expires_at != null && new Date(link.expires_at) <= now
  if (!link || isOver || !(await isSharingOn(settings))) throw nothingShared()
  return link.entity_id
}

/** The question a link leads to. @throws {Refusal} one and the same 404, whatever keeps it away */
export const linkedCard = async (views: Views, link: FollowedLink): Promise<SavedCard> => {
  const id = await linkedId(views, 'card', link)
  const card = await savedCards(views).where('cards.id', '=', id).executeTakeFirst()
  if (!card || isArchived(card)) throw nothingShared()
  return card
}

/** The dashboard a link leads to. @throws {Refusal} one and the same 404, whatever keeps it away */
export const linkedDashboard = async (
  views: Views,
  link: FollowedLink,
): Promise<SavedDashboard> => {
  const id = await linkedId(views, 'dashboard', link)
  const dashboard = await savedDashboards(views).where('dashboards.id', '=', id).executeTakeFirst()
  if (!dashboard || isArchived(dashboard)) throw nothingShared()
  return dashboard
}

/** The action a link leads to. @throws {Refusal} one and the same 404, whatever keeps it away */
export const linkedAction = async (views: Views, link: FollowedLink): Promise<SavedAction> => {
  const id = await linkedId(views, 'action', link)
  const action = await savedActions(views).where('actions.id', '=', id).executeTakeFirst()
  if (!action || isArchivedAction(action) || !isAsShared(action)) throw nothingShared()
  return action
}
