import { isWritten } from '../../shared/actions/written-dialect.ts'
import type { DatabaseEvent } from '../../shared/events/database.ts'
import type { Decider, Named } from '../../shared/kernel/decider.ts'
import { canonicalJson, type Json } from '../../shared/kernel/json.ts'
import { invalid, refuseUnless } from '../../shared/kernel/refusal.ts'

type DataOf<T extends DatabaseEvent['type']> = Named<DatabaseEvent, T>['data']

/** A connected database as decisions see it. */
export type Database = {
  readonly status: 'unknown' | 'connected' | 'deleted'
  readonly name: string
  readonly engine: string
  readonly details: Readonly<Record<string, unknown>>
  /** Of a deleted database: the one it had last, for whoever clears it away. */
  readonly secretRef: string | null
  readonly isFullSync: boolean
  readonly schedules: Readonly<Record<string, Json>>
  readonly isSample: boolean
  readonly hasActions: boolean
}

type Subject = { databaseId: number }

/** `basedOn`: the secret the connection had when the change of it was tested. */
type ConnectionChange = DataOf<'DatabaseConnectionChanged'> & { basedOn: string | null }

/** What is left out stays as it is; of the schedules, each by itself. */
type SyncPlan = Subject & Partial<Omit<DataOf<'DatabaseSyncPlanned'>, 'databaseId'>>

export type DatabaseCommand =
  | { type: 'ConnectDatabase'; data: DataOf<'DatabaseConnected'> }
  | { type: 'RenameDatabase'; data: DataOf<'DatabaseRenamed'> }
  | { type: 'ChangeConnection'; data: ConnectionChange }
  | { type: 'PlanSync'; data: SyncPlan }
  /** null: as it is by default. */
  | { type: 'SwitchActions'; data: Subject & { isOn: boolean | null } }
  | { type: 'RequestSync'; data: Subject }
  | { type: 'FinishSync'; data: DataOf<'SchemaSynced'> }
  | { type: 'FailSync'; data: DataOf<'SchemaSyncFailed'> }
  | { type: 'RequestValuesScan'; data: Subject }
  | { type: 'FinishValuesScan'; data: DataOf<'FieldValuesScanned'> }
  | { type: 'DiscardValues'; data: Subject }
  | { type: 'DeleteDatabase'; data: Subject }

const mustExist = (database: Database) =>
  refuseUnless(database.status === 'connected', 'not-found', 'Database not found.')

const same = (a: unknown, b: unknown) => canonicalJson(a) === canonicalJson(b)

export const databaseDecider: Decider<Database, DatabaseCommand, DatabaseEvent> = {
  initial: {
    status: 'unknown',
    name: '',
    engine: '',
    details: {},
    secretRef: null,
    isFullSync: true,
    schedules: {},
    isSample: false,
    hasActions: false,
  },
  decide: {
    ConnectDatabase: (data, database) => {
      refuseUnless(database.status === 'unknown', 'conflict', 'Database already exists.')
      return [{ type: 'DatabaseConnected', data }]
    },
    RenameDatabase: (data, database) => {
      mustExist(database)
      return data.name === database.name ? [] : [{ type: 'DatabaseRenamed', data }]
    },
    ChangeConnection: ({ basedOn, ...data }, database) => {
      mustExist(database)
      refuseUnless(
        basedOn === database.secretRef,
        'conflict',
        'The connection was changed meanwhile; read it again.',
      )
      const unchanged =
        same(data.details, database.details) && data.secretRef === database.secretRef
      return unchanged ? [] : [{ type: 'DatabaseConnectionChanged', data }]
    },
    PlanSync: ({ databaseId, isFullSync, schedules }, database) => {
      mustExist(database)
      const wanted = isFullSync ?? database.isFullSync
      const merged = { ...database.schedules, ...schedules }
      const unchanged = wanted === database.isFullSync && same(merged, database.schedules)
      if (unchanged) return []
      return [
        {
          type: 'DatabaseSyncPlanned',
          data: { databaseId, isFullSync: wanted, schedules: merged },
        },
      ]
    },
    SwitchActions: ({ databaseId, isOn: wanted }, database) => {
      mustExist(database)
      const isOn = wanted ?? isWritten(database.engine)
      if (isOn && !isWritten(database.engine))
        throw invalid(
          'settings.database-enable-actions',
          'Databases of this engine are not written to.',
        )
      if (isOn === database.hasActions) return []
      return [{ type: 'DatabaseActionsSwitched', data: { databaseId, isOn } }]
    },
    RequestSync: (data, database) => {
      mustExist(database)
      return [{ type: 'SchemaSyncRequested', data }]
    },
    FinishSync: (data, database) =>
      database.status === 'connected' ? [{ type: 'SchemaSynced', data }] : [],
    FailSync: (data, database) =>
      database.status === 'connected' ? [{ type: 'SchemaSyncFailed', data }] : [],
    RequestValuesScan: (data, database) => {
      mustExist(database)
      return [{ type: 'FieldValuesScanRequested', data }]
    },
    FinishValuesScan: (data, database) =>
      database.status === 'connected' ? [{ type: 'FieldValuesScanned', data }] : [],
    DiscardValues: (data, database) => {
      mustExist(database)
      return [{ type: 'FieldValuesDiscarded', data }]
    },
    DeleteDatabase: (data, database) => {
      mustExist(database)
      return [{ type: 'DatabaseDeleted', data }]
    },
  },
  evolve: {
    DatabaseConnected: (_, data) => ({
      status: 'connected',
      name: data.name,
      engine: data.engine,
      details: data.details,
      secretRef: data.secretRef,
      isFullSync: data.isFullSync,
      schedules: data.schedules,
      isSample: data.isSample,
      hasActions: isWritten(data.engine),
    }),
    DatabaseRenamed: (database, { name }) => ({ ...database, name }),
    DatabaseConnectionChanged: (database, { details, secretRef }) => ({
      ...database,
      details,
      secretRef,
    }),
    DatabaseSyncPlanned: (database, { isFullSync, schedules }) => ({
      ...database,
      isFullSync,
      schedules,
    }),
    DatabaseActionsSwitched: (database, { isOn }) => ({ ...database, hasActions: isOn }),
    SchemaSyncRequested: (database) => database,
    SchemaSynced: (database) => database,
    SchemaSyncFailed: (database) => database,
    FieldValuesScanRequested: (database) => database,
    FieldValuesScanned: (database) => database,
    FieldValuesDiscarded: (database) => database,
    DatabaseDeleted: (database) => ({ ...database, status: 'deleted' }),
  },
}
