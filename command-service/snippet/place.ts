import { refuseUnless } from '../../shared/kernel/refusal.ts'
import { type Places, refusePlace } from '../places.ts'
import type { Snippet } from './decider.ts'

type Placed = Pick<Snippet, 'collectionId'>

/**
 * A snippet for somebody who may write SQL and wants to change it, or to have it elsewhere: that takes
 * write on its collection and on the one it goes to. Those in none, or in one that is gone, are for
 * every writer of SQL.
 * @param to null stands for the root; undefined where it stays
 * @throws {Refusal} 404, 403, and 400 for an archived collection to go to
 */
export const refuseUnplaceable = (
  places: Places,
  { collectionId: from }: Placed,
  to: number | null | undefined,
): void => {
  const isShelved = from !== null && places.state.collection(from) !== undefined
  const mayChange = !isShelved || places.rights.mayWrite(from)
  refuseUnless(mayChange, 'forbidden', 'You may not change this snippet.')
  if (to !== null && to !== undefined && to !== from) refusePlace(places, to)
}
