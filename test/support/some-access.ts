import fc from 'fast-check'
import type { AccessState } from '../../shared/permissions/access-state.ts'
import type { DatabaseAccess } from '../../shared/permissions/data-access.ts'
import { fullAccess } from '../../shared/permissions/data-access.ts'
import { administratorsId } from '../../shared/permissions/default-groups.ts'
import { nativeLevels, schemaLevels } from '../../shared/permissions/levels.ts'

/** Small worlds: what can be named at all. */
export const someSchemas = ['public', 'sales', ''] as const
export const tablesOf = { public: [11, 12], sales: [21], '': [31] } as const
export const someTables = someSchemas.flatMap((schema) =>
  tablesOf[schema].map((table) => ({ schema, table })),
)

const level = fc.constantFrom(...schemaLevels)
const partOf = <T>(shape: Record<string, fc.Arbitrary<T>>, minKeys: number) =>
  fc
    .record(shape, { requiredKeys: [], noNullPrototype: true })
    .filter((map) => Object.keys(map).length >= minKeys) as fc.Arbitrary<Record<string, T>>

const tables = (schema: keyof typeof tablesOf, minKeys: number) =>
  fc.oneof(level, partOf(Object.fromEntries(tablesOf[schema].map((id) => [id, level])), minKeys))

/** Levels of schemas as a graph holds them, or, where maps may be empty, as a request names them. */
export const someSchemaAccess = ({ empty = false } = {}) => {
  const minKeys = empty ? 0 : 1
  const shape = Object.fromEntries(
    someSchemas.map((schema) => [schema, tables(schema, minKeys)] as const),
  )
  return fc.oneof(level, partOf(shape as Record<string, fc.Arbitrary<never>>, minKeys))
}

export const someDatabaseAccess: fc.Arbitrary<DatabaseAccess> = fc.record(
  { schemas: someSchemaAccess(), native: fc.constantFrom(...nativeLevels) },
  { noNullPrototype: true },
)

/** What a request may say about a database. */
export const someWantedAccess = fc.record(
  {
    schemas: someSchemaAccess({ empty: true }),
    native: fc.constantFrom(...nativeLevels),
  },
  { requiredKeys: [], noNullPrototype: true },
)

export type SmallWorld = {
  /** Groups of each user. */
  readonly groups: Readonly<Record<number, readonly number[]>>
  readonly deactivated?: readonly number[]
  /** By group, then by database. */
  readonly access: Readonly<Record<number, Readonly<Record<number, DatabaseAccess>>>>
}

/** As much of a state as questions about data ask for. */
export const stateOf = ({ groups, deactivated = [], access }: SmallWorld): AccessState =>
  ({
    userIds: () => Object.keys(groups).map(Number),
    userStatus: (userId: number) => (deactivated.includes(userId) ? 'deactivated' : 'active'),
    collectionIds: () => [],
    groupIdsOf: (userId: number) => groups[userId] ?? [],
    access: (groupId: number, databaseId: number) =>
      groupId === administratorsId ? fullAccess : access[groupId]?.[databaseId],
  }) as unknown as AccessState
