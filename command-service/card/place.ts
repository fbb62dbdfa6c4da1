import type { CardState, CardVersions } from '../../shared/cards/card-state.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import {
  type CollectionRights,
  collectionRightsAt,
} from '../../shared/permissions/collection-rights.ts'
import type { AccessHistories } from '../../shared/ports/access-history.ts'

/** Where saved questions can stand, and what one caller may do there. */
export type Places = { readonly state: AccessState; readonly rights: CollectionRights }

export const loadPlaces = async (
  accessHistories: AccessHistories,
  userId: number,
): Promise<Places> => {
  const state = (await accessHistories.current()).at()
  return { state, rights: collectionRightsAt(state, userId) }
}

const isPutAway = ({ state }: Places, collectionId: number | null): boolean =>
  collectionId !== null && state.collection(collectionId)?.archived === true

/** @throws {Refusal} 404, 403 and 400, in this order. */
export const refusePlace = (places: Places, collectionId: number | null): void => {
  const { state, rights } = places
  if (collectionId !== null) found(state.collection(collectionId), 'Collection')
  const mayWrite = rights.mayWrite(collectionId ?? 'root')
  refuseUnless(mayWrite, 'forbidden', 'You may not save anything there.')
  if (isPutAway(places, collectionId))
    throw invalid('collection_id', 'That collection is archived.')
}

/** The question as it is; it goes with its collection and with its database. */
const present = ({ state }: Places, versions: CardVersions): CardState => {
  const card = found(versions.at(-1), 'Card')
  if (card.collectionId !== null) found(state.collection(card.collectionId), 'Card')
  found(state.databaseName(card.reads.database), 'Card')
  return card
}

/** @throws {Refusal} 404, then 403. */
export const readable = (places: Places, versions: CardVersions): CardState => {
  const card = present(places, versions)
  const mayRead = places.rights.mayRead(card.collectionId ?? 'root')
  refuseUnless(mayRead, 'forbidden', 'You may not see this question.')
  return card
}

/** @throws {Refusal} 404, then 403. */
export const writable = (places: Places, versions: CardVersions): CardState => {
  const card = present(places, versions)
  const mayWrite = places.rights.mayWrite(card.collectionId ?? 'root')
  refuseUnless(mayWrite, 'forbidden', 'You may not change this question.')
  return card
}

/**
 * Whether a question itself is to be put away: one that is, with its collection, need not be, and
 * cannot be taken back alone.
 * @throws {Refusal} 400
 */
export const wantedArchived = (
  places: Places,
  { archived, collectionId }: CardState,
  wanted: boolean | null | undefined,
  to: number | null,
): boolean | undefined => {
  if (wanted === null || wanted === undefined) return undefined
  if (wanted === (archived || isPutAway(places, collectionId))) return undefined
  if (!wanted && isPutAway(places, to))
    throw invalid('archived', 'Its collection is archived: restore that, or name another one.')
  return wanted
}
