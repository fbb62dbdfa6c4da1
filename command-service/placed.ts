import { found, refuseUnless } from '../shared/kernel/refusal.ts'
import type { Versions } from '../shared/kernel/versions.ts'
import type { AccessState } from '../shared/permissions/access-state.ts'
import type { Places } from './places.ts'

/** Something saved in a collection, with which it goes; null stands for the root. */
type Placed = { readonly collectionId: number | null }

type Kind<T> = {
  /** What it is called where it is not there. */
  readonly name: string
  /** What it is called in a sentence. */
  readonly word: string
  /** False where something else that it goes with is gone. */
  readonly isThere?: (thing: T, state: AccessState) => boolean
}

/** Who may see and change things of a kind, given all versions of one: whoever may its collection. */
export const placedThings = <T extends Placed>({ name, word, isThere = () => true }: Kind<T>) => {
  const present = ({ state }: Pick<Places, 'state'>, versions: Versions<T>): T => {
    const thing = found(versions?.latest, name)
    if (thing.collectionId !== null) found(state.collection(thing.collectionId), name)
    return found(isThere(thing, state) ? thing : undefined, name)
  }
  return {
    /** For who needs no right of their own. @throws {Refusal} 404 */
    present,
    /** @throws {Refusal} 404, then 403. */
    readable: (places: Places, versions: Versions<T>): T => {
      const thing = present(places, versions)
      const mayRead = places.rights.mayRead(thing.collectionId ?? 'root')
      refuseUnless(mayRead, 'forbidden', `You may not see this ${word}.`)
      return thing
    },
    /** @throws {Refusal} 404, then 403. */
    writable: (places: Places, versions: Versions<T>): T => {
      const thing = present(places, versions)
      const mayWrite = places.rights.mayWrite(thing.collectionId ?? 'root')
      refuseUnless(mayWrite, 'forbidden', `You may not change this ${word}.`)
      return thing
    },
  }
}
