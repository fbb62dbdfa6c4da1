import { refuseUnless } from '../../../shared/kernel/refusal.ts'
import { type DataRights, dataRightsOf } from '../../../shared/permissions/data-rights.ts'
import { readableCards } from '../../cards.ts'
import { loadDataRights } from '../../rights.ts'
import { goneSource } from '../mbql/resolve/gone-source.ts'
import type { PositionCache } from '../metadata-cache.ts'
import { type Asking, signedIn } from './prepared.ts'

/** @throws {Refusal} 403 */
export const refuseUnlessAllowed = (isAllowed: boolean): void =>
  refuseUnless(isAllowed, 'forbidden', 'You are not allowed to run this query.')

/** The rights of a query that runs for whoever may read what holds it. */
export const everything: DataRights = dataRightsOf(true, [], [])

/** The rights somebody has on data, at one position of the read models. */
export const rightsOf = (asking: Asking, cache: PositionCache): Promise<DataRights> => {
  const { views, position } = asking
  const actor = signedIn(asking)
  return cache.get(
    position,
    `rights ${actor.isSuperuser ? 'admin' : [...actor.groupIds].sort().join()}`,
    () => loadDataRights(views, actor),
  )
}

/** @throws {Refusal} unless the caller may read every saved question they name: 404, then 403. */
export const refuseUnreadSources = async (
  asking: Asking,
  cards: ReadonlySet<number>,
): Promise<void> => {
  if (cards.size > 0) await readableCards(asking.views, signedIn(asking), [...cards], goneSource)
}
