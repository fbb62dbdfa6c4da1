import type { Document } from 'mongodb'
import { CommandError } from './command-error.ts'
import type { Verifier } from './scram.ts'

/** A collection of documents, or a view: a pipeline over another one. */
export type Collection =
  | { readonly documents: Document[] }
  | { readonly viewOn: string; readonly pipeline: readonly Document[] }

export type Role = { readonly role: string; readonly db: string }

export type User = {
  readonly name: string
  readonly verifier: Verifier
  readonly roles: readonly Role[]
}

/** What a server keeps. */
export const store = () => {
  const databases = new Map<string, Map<string, Collection>>()
  /** By `database.name`. */
  const users = new Map<string, User>()

  const collectionsOf = (db: string): ReadonlyMap<string, Collection> =>
    databases.get(db) ?? new Map()

  const put = (db: string, name: string, collection: Collection): void => {
    const known = databases.get(db) ?? new Map<string, Collection>()
    databases.set(db, known.set(name, collection))
  }

  return {
    users,
    names: (): readonly string[] => [...databases.keys()],
    collectionsOf,
    collection: (db: string, name: string): Collection =>
      collectionsOf(db).get(name) ?? { documents: [] },
    create: put,
    insert(db: string, name: string, documents: readonly Document[]): void {
      const found = collectionsOf(db).get(name) ?? { documents: [] }
      if (!('documents' in found))
        throw new CommandError(166, 'CommandNotSupportedOnView', `${name} is a view`)
      found.documents.push(...documents)
      put(db, name, found)
    },
    drop: (db: string, name: string): boolean => databases.get(db)?.delete(name) ?? false,
    dropDatabase: (db: string): boolean => databases.delete(db),
  }
}

export type Store = ReturnType<typeof store>
