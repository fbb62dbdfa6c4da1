import type { CardState, CardVersions } from '../../shared/cards/card-state.ts'
import { found, invalid, refuseUnless } from '../../shared/kernel/refusal.ts'
import { isPutAway, type Places } from '../places.ts'

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
