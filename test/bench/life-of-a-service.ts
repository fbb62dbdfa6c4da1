import { randomUUID } from 'node:crypto'
import type { SyncedField } from '../../shared/events/database.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import type { PersonalData } from '../../shared/ports/personal-data.ts'

export type Happening = { readonly stream: string; readonly event: DomainEvent }

/** Of every two hundred thousand events. */
const share = { users: 4_000, databases: 20, tables: 2_000 } as const
const fieldsPerTable = 10

/** Lehmer's generator: the same log at every run. */
export const dice = () => {
  let state = 48_271
  return (sides: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

const fieldsOf = (tableId: number, comment: string): SyncedField[] =>
  Array.from({ length: fieldsPerTable }, (_, position) => ({
    fieldId: tableId * fieldsPerTable + position,
    name: `column_${position}`,
    position,
    databaseType: position === 0 ? 'int4' : 'text',
    baseType: position === 0 ? 'type/Integer' : 'type/Text',
    semanticType: position === 0 ? 'type/PK' : null,
    nullable: position > 0,
    primaryKey: position === 0,
    description: comment,
  }))

export const registration = async (userId: number, { seal }: PersonalData): Promise<Happening> => ({
  stream: `user-${userId}`,
  event: {
    type: 'UserRegistered',
    data: {
      userId,
      membershipId: userId,
      emailKey: randomUUID(),
      email: await seal(userId, `person-${userId}@example.com`),
      firstName: await seal(userId, 'Grace'),
      lastName: await seal(userId, `Hopper ${userId}`),
      locale: null,
      ssoSource: null,
    },
  },
})

export const connection = (databaseId: number): Happening => ({
  stream: `database-${databaseId}`,
  event: {
    type: 'DatabaseConnected',
    data: {
      databaseId,
      name: `Database ${databaseId}`,
      engine: 'postgres',
      details: { host: 'db.example.com', port: 5432, dbname: 'shop', user: 'reader' },
      secretRef: randomUUID(),
      isSample: false,
      isFullSync: true,
      schedules: {},
      creatorId: 1,
    },
  },
})

/** A table that a sync found. */
export const discovery = (tableId: number): Happening => ({
  stream: `table-${tableId}`,
  event: {
    type: 'TableDiscovered',
    data: {
      tableId,
      databaseId: 1 + (tableId % share.databases),
      schema: 'public',
      name: `table_${tableId}`,
      kind: 'table',
      description: null,
      fields: fieldsOf(tableId, 'as found'),
    },
  },
})

type Roll = (sides: number) => number

/** What happens day by day, in hundredths: mostly people who come and go. */
const days: readonly (readonly [number, (roll: Roll) => Happening])[] = [
  [60, (roll) => access('UserLoggedIn', 1 + roll(share.users))],
  [25, (roll) => access('UserLoggedOut', 1 + roll(share.users))],
  [5, (roll) => sync('SchemaSyncRequested', 1 + roll(share.databases))],
  [5, (roll) => sync('SchemaSynced', 1 + roll(share.databases))],
  [5, (roll) => changedFields(1 + roll(share.tables), `seen ${roll(1_000)}`)],
]

const access = (type: 'UserLoggedIn' | 'UserLoggedOut', userId: number): Happening => ({
  stream: `access-${userId}`,
  event:
    type === 'UserLoggedIn'
      ? { type, data: { userId, method: 'password' } }
      : { type, data: { userId } },
})

const sync = (type: 'SchemaSyncRequested' | 'SchemaSynced', databaseId: number): Happening => ({
  stream: `database-${databaseId}`,
  event:
    type === 'SchemaSynced'
      ? {
          type,
          data: {
            databaseId,
            dbmsVersion: '18.4',
            timeZone: 'UTC',
            tables: 100,
            requestedAt: '2026-01-01T00:00:00.000Z',
          },
        }
      : { type, data: { databaseId } },
})

/** Columns that somebody commented on. */
export const changedFields = (tableId: number, comment: string): Happening => ({
  stream: `table-${tableId}`,
  event: {
    type: 'FieldsChanged',
    data: { tableId, fields: fieldsOf(tableId, comment).slice(1, 3) },
  },
})

/** Users register, databases are connected and read, and then days go by. */
export async function* lifeOfAService(count: number, people: PersonalData) {
  const roll = dice()
  for (let id = 1; id <= share.users; id += 1) yield await registration(id, people)
  for (let id = 1; id <= share.databases; id += 1) yield connection(id)
  for (let id = 1; id <= share.tables; id += 1) yield discovery(id)
  const daily = days.flatMap(([weight, happen]) => Array.from({ length: weight }, () => happen))
  for (let n = share.users + share.databases + share.tables; n < count; n += 1) {
    const happen = daily[roll(daily.length)]
    if (happen) yield happen(roll)
  }
}
