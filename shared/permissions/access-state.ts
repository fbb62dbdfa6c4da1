import type { DatabaseAccess } from './data-access.ts'
import type { CollectionLevel } from './levels.ts'

/** A collection's id, or the root, which has none. */
export type CollectionId = number | 'root'

export type MembershipState = { readonly id: number; readonly isGroupManager: boolean }

export type CollectionState = {
  /** Null for a personal collection: it is named after its owner. */
  readonly name: string | null
  readonly description: string | null
  readonly parentId: number | null
  /** Set for the personal collection itself, not for what is inside it. */
  readonly personalOwnerId: number | null
  readonly authorityLevel: 'official' | null
  readonly archived: boolean
  /** The collection whose archiving took this one along; null where it was archived itself. */
  readonly archivedWith: number | null
}

export type TableState = {
  readonly databaseId: number
  readonly schema: string
  readonly name: string
  /** A sync that did not find it any more makes it inactive; one that does brings it back. */
  readonly active: boolean
}

/**
 * Who may do what at one moment, all of it a fold of the log. Ids only: names of people are not in
 * the log. Absent things answer undefined; what was deleted is absent.
 */
export type AccessState = {
  /** The log is folded up to here. */
  readonly position: bigint
  /** Of the data graph: the number of its revisions. */
  readonly revision: number
  readonly collectionRevision: number
  /** Of the stream of the collection tree: the number of its events. */
  readonly treeRevision: number
  /** Ascending. */
  groupIds(): readonly number[]
  groupName(groupId: number): string | undefined
  /** Everybody there ever was, ascending. */
  userIds(): readonly number[]
  userStatus(userId: number): 'active' | 'deactivated' | undefined
  /** Ascending. */
  databaseIds(): readonly number[]
  databaseName(databaseId: number): string | undefined
  /** Whether actions may write to a database, as far as anybody said: its engine has a say, too. */
  hasActions(databaseId: number): boolean
  /** Every table that syncs ever found in a database, inactive ones as well. Ascending. */
  tableIds(databaseId: number): readonly number[]
  /** A table of a database that is there. */
  table(tableId: number): TableState | undefined
  /** Groups of a user, ascending; All Users is one of them. */
  groupIdsOf(userId: number): readonly number[]
  /** Members of a group, ascending, the deactivated among them. */
  memberIdsOf(groupId: number): readonly number[]
  membership(groupId: number, userId: number): MembershipState | undefined
  /** What was ever said about a group and a database; full access for Administrators. */
  access(groupId: number, databaseId: number): DatabaseAccess | undefined
  /** Archived ones as well; the root is not one of them. Ascending. */
  collectionIds(): readonly number[]
  collection(collectionId: number): CollectionState | undefined
  /** What was ever said about a group and a collection; `write` for Administrators. */
  collectionLevel(groupId: number, collectionId: CollectionId): CollectionLevel | undefined
}
