import { describe, expect, test } from '@jest/globals'
import { databaseDecider } from '../../../../command-service/database/decider.ts'
import { syncSchema } from '../../../../command-service/reactors/schema-sync/sync.ts'
import { streams } from '../../../../command-service/streams.ts'
import { memoryEventStore } from '../../../../infra/event-store/memory.ts'
import { coreProjections } from '../../../../projections/index.ts'
import {
  type CatalogueSnapshot,
  ConnectionProblem,
} from '../../../../shared/ports/engine-driver.ts'
import { databases, fields, tables } from '../../../../shared/views/database.ts'
import { countingIds, executorOn } from '../../../support/command.ts'
import { collect } from '../../../support/events.ts'
import { projected } from '../../../support/memory-tables.ts'
import { databaseConnected } from '../../../support/projection-lab.ts'

type Sight = Record<string, readonly string[]>

const snapshotOf = (
  sight: Sight,
  keys: readonly (readonly [string, string, string])[],
): CatalogueSnapshot => ({
  version: '18',
  timeZone: 'UTC',
  tables: Object.entries(sight).map(([name, columns]) => ({
    schema: 'public',
    name,
    kind: 'table',
    description: null,
    estimatedRows: null,
    fields: columns.map((column, position) => ({
      name: column,
      position,
      databaseType: 'int4',
      baseType: 'type/Integer',
      nullable: false,
      primaryKey: column === 'id',
      description: null,
    })),
  })),
  foreignKeys: keys.map(([table, field, targetTable]) => ({
    schema: 'public',
    table,
    field,
    targetSchema: 'public',
    targetTable,
    targetField: 'id',
  })),
})

const shop: Sight = { orders: ['id', 'buyer'], people: ['id', 'age'] }

/** A connected database, and syncs that see of it what they are told. */
const service = async () => {
  const store = memoryEventStore()
  const ids = countingIds()
  await executorOn(store).execute(streams.database(1), databaseDecider, {
    type: 'ConnectDatabase',
    data: databaseConnected(1).data as never,
  })
  const log = async () => await collect(store.readAll())
  const look = async () => projected(coreProjections, ...(await log()))
  const reads = {
    databases: async () => (await look()).rows(databases),
    database: async (id: number) => (await look()).rows(databases).find((it) => it.id === id),
    tables: async (id: number) => (await look()).rows(tables).filter((it) => it.db_id === id),
    fields: async (id: number) => (await look()).rows(fields).filter((it) => it.db_id === id),
  }
  const [database] = await reads.databases()
  if (!database) throw new Error('it is not connected')
  const sync = async (
    introspect: () => Promise<CatalogueSnapshot>,
    {
      signal = new AbortController().signal,
      onProgress = (_done: number) => undefined as unknown,
    } = {},
  ) => {
    await syncSchema(
      {
        connections: {
          driverOf: () => ({ introspect }) as never,
          targetOf: async () => ({}) as never,
          release: async () => undefined,
        },
        reads,
        ids,
        executorFor: () => executorOn(store),
        settled: async () => undefined,
      },
      database,
      { signal, onProgress: ({ done }) => void onProgress(done) },
    )
  }
  const see = (sight: Sight, ...keys: [string, string, string][]) =>
    sync(async () => snapshotOf(sight, keys))
  /** What the last piece of work recorded. */
  const recordedBy = async (work: () => Promise<void>) => {
    const before = (await log()).length
    await work()
    return (await log()).slice(before).map(({ type }) => type)
  }
  return { store, sync, see, look, recordedBy, reads }
}

const names = (rows: readonly { name: string; active: boolean }[]) =>
  rows.filter(({ active }) => active).map(({ name }) => name)

describe('a sync', () => {
  test('brings tables, fields and keys', async () => {
    const { see, look } = await service()
    await see(shop, ['orders', 'buyer', 'people'])
    const after = await look()
    expect(names(after.rows(tables))).toEqual(['orders', 'people'])
    expect(after.rows(fields)).toMatchObject([
      { id: 1, table_id: 1, name: 'id', semantic_type: 'type/PK' },
      { id: 2, table_id: 1, name: 'buyer', semantic_type: 'type/FK', fk_target_field_id: 3 },
      { id: 3, table_id: 2, name: 'id' },
      { id: 4, table_id: 2, name: 'age', fk_target_field_id: null },
    ])
    expect(after.rows(databases)).toMatchObject([{ synced_once: true, dbms_version: '18' }])
  })

  test('that sees nothing new records that it was done and nothing else', async () => {
    const { see, recordedBy } = await service()
    await see(shop, ['orders', 'buyer', 'people'])
    const again = await recordedBy(() => see(shop, ['orders', 'buyer', 'people']))
    expect(again).toEqual(['SchemaSynced'])
  })

  test('retires what is gone, keys to it included, and brings it back under its ids', async () => {
    const { see, look, recordedBy } = await service()
    await see(shop, ['orders', 'buyer', 'people'])
    const gone = await recordedBy(() => see({ orders: ['id', 'buyer'] }))
    expect(gone).toEqual(['TableRetired', 'ForeignKeysChanged', 'SchemaSynced'])
    expect(names((await look()).rows(tables))).toEqual(['orders'])
    const back = await recordedBy(() => see(shop, ['orders', 'buyer', 'people']))
    expect(back).toEqual(['TableRestored', 'ForeignKeysChanged', 'SchemaSynced'])
    expect((await look()).rows(fields)).toMatchObject([
      { id: 1 },
      { id: 2, fk_target_field_id: 3 },
      { id: 3 },
      { id: 4 },
    ])
  })

  test('that was cut short is taken up where it was', async () => {
    const { sync, see, look } = await service()
    const cut = new AbortController()
    const cutShort = sync(async () => snapshotOf(shop, []), {
      signal: cut.signal,
      onProgress: (done) => done === 0 && cut.abort(),
    })
    await expect(cutShort).rejects.toThrow()
    expect(names((await look()).rows(tables))).toEqual(['orders'])
    await see(shop)
    const after = await look()
    expect(names(after.rows(tables))).toEqual(['orders', 'people'])
    expect(after.rows(fields)).toHaveLength(4)
  })

  test('that cannot connect says why; the next one that can clears it', async () => {
    const { sync, see, look } = await service()
    await sync(() => Promise.reject(new ConnectionProblem('The host does not answer.')))
    expect((await look()).rows(databases)).toMatchObject([
      { sync_error: 'The host does not answer.', synced_once: false },
    ])
    await see(shop)
    expect((await look()).rows(databases)).toMatchObject([{ sync_error: null, synced_once: true }])
  })

  test('that meets a bug of ours records nothing, so that it stays due', async () => {
    const { sync, recordedBy } = await service()
    const recorded = await recordedBy(async () => {
      await expect(sync(() => Promise.reject(new Error('oops')))).rejects.toThrow('oops')
    })
    expect(recorded).toEqual([])
  })

  test('of a database that is deleted meanwhile leaves nothing to be seen', async () => {
    const { store, sync, look } = await service()
    await sync(async () => {
      await executorOn(store).execute(streams.database(1), databaseDecider, {
        type: 'DeleteDatabase',
        data: { databaseId: 1 },
      })
      return snapshotOf(shop, [['orders', 'buyer', 'people']])
    })
    const after = await look()
    expect(after.rows(databases)).toEqual([])
    expect(names(after.rows(tables))).toEqual([])
  })
})
