import * as contract from '../../shared/contract/database.ts'
import { parseDetails } from '../../shared/contract/engine-details.ts'
import { readBack } from '../../shared/contract/route.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { found, invalid } from '../../shared/kernel/refusal.ts'
import type { FieldValues } from '../../shared/ports/field-values.ts'
import type { SampleDatabase } from '../../shared/ports/sample-database.ts'
import { tellDatabase } from '../connected-databases.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'
import { type Database, databaseDecider } from './decider.ts'
import {
  changeDetails,
  connectionErrors,
  type DetailsDependencies,
  newConnection,
  readDetails,
  testConnection,
  withStoredSecret,
} from './details.ts'
import { connectSample } from './sample.ts'
import { defaultSchedules } from './schedule.ts'
import { changeConnection, namedPlan } from './update.ts'

export type DatabaseDependencies = DetailsDependencies & {
  readonly fieldValues: FieldValues
  readonly sample: SampleDatabase
}

const findDatabase = async (executor: Executor, databaseId: number): Promise<Database> => {
  const { state } = await executor.load(streams.database(databaseId), databaseDecider)
  return found(state.status === 'connected' ? state : undefined, 'Database')
}

export const databaseRoutes = (dependencies: DatabaseDependencies): CommandRoute[] => {
  const { connections, vault, fieldValues } = dependencies
  return [
    on(contract.createDatabase, async ({ body }, { actor, executor, ids }) => {
      const details = readDetails(body.engine, body.details)
      await testConnection(dependencies, body.engine, details)
      const databaseId = await ids.next('database')
      const database = {
        databaseId,
        name: body.name.trim(),
        engine: body.engine,
        isSample: false,
        isFullSync: body.is_full_sync ?? true,
        schedules: { ...defaultSchedules(databaseId), ...body.schedules } as Record<string, Json>,
        creatorId: actor.userId,
      }
      await withStoredSecret(vault, newConnection(details), (stored) =>
        tellDatabase(executor, { type: 'ConnectDatabase', data: { ...database, ...stored } }),
      )
      return readBack(contract.getDatabase, { id: databaseId })
    }),

    on(contract.updateDatabase, async ({ params: { id }, body }, { executor }) => {
      const database = await findDatabase(executor, id)
      if (typeof body.engine === 'string' && body.engine !== database.engine)
        throw invalid('engine', 'The engine of a connected database cannot change; connect anew.')
      if (body.details && database.isSample)
        throw invalid('details', 'The connection of the sample database cannot be changed.')
      const connection = body.details
        ? await changeDetails(dependencies, database, body.details)
        : undefined
      const isOn = body.settings?.['database-enable-actions']
      if (isOn !== undefined)
        await tellDatabase(executor, { type: 'SwitchActions', data: { databaseId: id, isOn } })
      if (connection)
        await changeConnection(vault, executor, { id, secretRef: database.secretRef }, connection)
      if (typeof body.name === 'string')
        await tellDatabase(executor, {
          type: 'RenameDatabase',
          data: { databaseId: id, name: body.name.trim() },
        })
      const plan = namedPlan(body)
      if (plan)
        await tellDatabase(executor, { type: 'PlanSync', data: { databaseId: id, ...plan } })
      return readBack(contract.getDatabase, { id })
    }),

    on(contract.deleteDatabase, async ({ params: { id } }, { executor }) => {
      const { state } = await tellDatabase(executor, {
        type: 'DeleteDatabase',
        data: { databaseId: id },
      })
      if (state.secretRef !== null) await vault.remove(state.secretRef)
      await fieldValues.discard(id)
      await connections.release({ id, engine: state.engine })
    }),

    on(contract.validateDatabase, async ({ body: { engine, details } }) => {
      const parsed = parseDetails(engine, details)
      if (!parsed.ok) {
        const [[key, problem] = ['details', 'are not valid']] = Object.entries(parsed.errors)
        return { valid: false, message: `${key}: ${problem}`, errors: { ...parsed.errors } }
      }
      const errors = await connectionErrors(dependencies, engine, parsed.details)
      if (!errors) return { valid: true }
      return { valid: false, message: Object.values(errors)[0], errors: { ...errors } }
    }),

    on(contract.syncSchema, async ({ params: { id } }, { executor }) => {
      await tellDatabase(executor, { type: 'RequestSync', data: { databaseId: id } })
      return { status: 'ok' as const }
    }),

    on(contract.rescanValues, async ({ params: { id } }, { executor }) => {
      await tellDatabase(executor, { type: 'RequestValuesScan', data: { databaseId: id } })
      return { status: 'ok' as const }
    }),

    on(contract.discardValues, async ({ params: { id } }, { executor }) => {
      await tellDatabase(executor, { type: 'DiscardValues', data: { databaseId: id } })
      await fieldValues.discard(id)
      return { status: 'ok' as const }
    }),

    on(contract.restoreSampleDatabase, async (_, { executor, ids }) => {
      const databaseId = await connectSample(dependencies, executor, ids)
      return readBack(contract.getDatabase, { id: databaseId })
    }),
  ]
}
