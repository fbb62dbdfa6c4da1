import type { CollectionEvent } from '../../shared/events/collection.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { invalid, refuseUnless } from '../../shared/kernel/refusal.ts'

type Created = Named<CollectionEvent, 'CollectionCreated'>['data']
type Changed = Named<CollectionEvent, 'CollectionChanged'>['data']

export type Collection = Pick<Created, 'name' | 'description' | 'authorityLevel'> & {
  readonly exists: boolean
  readonly isPersonal: boolean
}

export type CollectionCommand =
  | { type: 'CreateCollection'; data: Created }
  | { type: 'ChangeCollection'; data: Changed }

/** A personal collection is called after its owner and is nobody's official one. */
const refuseForPersonal = ({ name, authorityLevel }: Changed) => {
  if (name !== undefined) throw invalid('name', 'A personal collection is named after its owner.')
  if (authorityLevel)
    throw invalid('authority_level', 'A personal collection cannot be an official one.')
}

/** What a collection is called; where it hangs is the tree's to say. */
export const collectionDecider: Decider<Collection, CollectionCommand, CollectionEvent> = {
  initial: {
    exists: false,
    isPersonal: false,
    name: null,
    description: null,
    authorityLevel: null,
  },
  decide: {
    CreateCollection: (data, { exists }) => (exists ? [] : [{ type: 'CollectionCreated', data }]),
    ChangeCollection: (data, collection) => {
      refuseUnless(collection.exists, 'not-found', 'Collection not found.')
      if (collection.isPersonal) refuseForPersonal(data)
      const { collectionId, ...wanted } = data
      const changes = Object.entries(wanted).filter(
        ([key, value]) => value !== undefined && value !== collection[key as keyof typeof wanted],
      )
      if (changes.length === 0) return []
      return [{ type: 'CollectionChanged', data: { collectionId, ...Object.fromEntries(changes) } }]
    },
  },
  evolve: {
    CollectionCreated: (_, { name, description, authorityLevel, personalOwnerId }) => ({
      exists: true,
      isPersonal: personalOwnerId !== null,
      name,
      description,
      authorityLevel,
    }),
    CollectionChanged: (collection, { name, description, authorityLevel }) => ({
      ...collection,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(authorityLevel !== undefined && { authorityLevel }),
    }),
  },
}
