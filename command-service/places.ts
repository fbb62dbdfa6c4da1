import { found, invalid, refuseUnless } from '../shared/kernel/refusal.ts'
import type { AccessState } from '../shared/permissions/access-state.ts'
import {
  type CollectionRights,
  collectionRightsAt,
} from '../shared/permissions/collection-rights.ts'
import type { AccessHistories } from '../shared/ports/access-history.ts'

/** Where things can be saved, and what one caller may do there. */
export type Places = { readonly state: AccessState; readonly rights: CollectionRights }

export const loadPlaces = async (
  accessHistories: AccessHistories,
  userId: number,
): Promise<Places> => {
  const state = (await accessHistories.current()).at()
  return { state, rights: collectionRightsAt(state, userId) }
}

export const isPutAway = ({ state }: Pick<Places, 'state'>, collectionId: number | null): boolean =>
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

/**
 * Whether a thing itself is to be put away: one that is, with its collection, need not be, and
 * cannot be taken back alone.
 * @throws {Refusal} 400
 */
export const wantedArchived = (
  places: Places,
  { archived, collectionId }: { readonly archived: boolean; readonly collectionId: number | null },
  wanted: boolean | null | undefined,
  to: number | null,
): boolean | undefined => {
  if (wanted === null || wanted === undefined) return undefined
  if (wanted === (archived || isPutAway(places, collectionId))) return undefined
  if (!wanted && isPutAway(places, to))
    throw invalid('archived', 'Its collection is archived: restore that, or name another one.')
  return wanted
}
