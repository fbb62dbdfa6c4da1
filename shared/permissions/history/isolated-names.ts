import { isolated } from '../../kernel/isolated.ts'
import type { Names } from './names.ts'

/** Names as a sentence holds them: none turns the text around it. */
export const isolatedNames = (names: Names): Names => ({
  person: (userId) => isolated(names.person(userId)),
  group: (groupId) => isolated(names.group(groupId)),
  database: (databaseId) => isolated(names.database(databaseId)),
  table: (tableId) => isolated(names.table(tableId)),
  collection: (collectionId) => isolated(names.collection(collectionId)),
  actor: (actor) => isolated(names.actor(actor)),
})
