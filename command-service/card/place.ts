import type { CardState, CardVersions } from '../../shared/cards/card-state.ts'
import { found, refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Places } from '../places.ts'

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
