import type { EventActor } from '../../kernel/event.ts'
import type { CollectionId } from '../access-state.ts'
import type { Ledger } from './ledger.ts'
import { lastSaid } from './spell.ts'

/** What things are called, for people; whatever has no name any more is told by its id. */
export type Names = {
  person(userId: number): string
  group(groupId: number): string
  database(databaseId: number): string
  table(tableId: number): string
  collection(collectionId: CollectionId): string
  actor(actor: EventActor): string
}

/** Names of people by id: the one kind that the log does not tell. */
export type PeopleNames = ReadonlyMap<number, string>

/**
 * Names as of a moment. What was gone by then goes by the last name it had, so that the past can be
 * told.
 */
export const namesAt = (ledger: Readonly<Ledger>, position: bigint, people: PeopleNames): Names => {
  const person = (userId: number) => people.get(userId) ?? `user ${userId}`
  return {
    person,
    group: (groupId) => lastSaid(ledger.groups.get(groupId), position) ?? `group ${groupId}`,
    database: (databaseId) =>
      lastSaid(ledger.databases.get(databaseId), position) ?? `database ${databaseId}`,
    table: (tableId) => ledger.tables.get(tableId)?.name ?? `table ${tableId}`,
    collection: (collectionId) => {
      if (collectionId === 'root') return 'the root collection'
      const collection = lastSaid(ledger.collections.get(collectionId), position)
      if (collection?.name) return collection.name
      const ownerId = collection?.personalOwnerId
      return ownerId ? `${person(ownerId)}'s Personal Collection` : `collection ${collectionId}`
    },
    actor: (actor) => {
      if (actor.kind === 'user') return person(actor.id)
      return actor.kind === 'system' ? actor.name : 'the set-up'
    },
  }
}
