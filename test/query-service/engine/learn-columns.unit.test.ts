import { expect, test } from '@jest/globals'
import { databaseProjection } from '../../../projections/database.ts'
import { learnColumns } from '../../../query-service/engine/learn-columns.ts'
import type { Prepared } from '../../../query-service/engine/prepare/prepared.ts'
import type { Connections } from '../../../shared/ports/connections.ts'
import {
  ConnectionProblem,
  type EngineDriver,
  type ResultColumn,
} from '../../../shared/ports/engine-driver.ts'
import type { QueryLog } from '../../../shared/ports/query-log.ts'
import { databases } from '../../../shared/views/database.ts'
import { projected } from '../../support/memory-tables.ts'
import { databaseConnected } from '../../support/projection-lab.ts'
import { fixedSettings } from '../../support/some-settings.ts'

const [database] = projected([databaseProjection], databaseConnected(1)).rows(databases)
if (!database) throw new Error('there is no database')

const prepared: Prepared = {
  database,
  compiled: { sql: 'select 1', parameters: [] },
  origin: 'foreign',
  rowLimit: { rows: 2_000, cap: 2_000 },
  columns: undefined,
  reads: { table: null, cards: [], tables: null },
  asked: { userId: 1, cardId: null, position: undefined },
  isShown: true,
}

const queryLog: QueryLog = {
  begin: () => ({ kept: Promise.resolve(), end: () => undefined }),
  find: async () => ({ executions: [], total: 0 }),
}

type Query = EngineDriver['query']

/** What is learnt from a database that answers so. */
const learnt = async (query: Query, withinMs?: number) => {
  const asked: Parameters<Query>[2][] = []
  const driver: Pick<EngineDriver, 'query'> = {
    query: (target, statement, options) => {
      asked.push(options)
      return query(target, statement, options)
    },
  }
  const connections: Connections = {
    driverOf: () => driver as EngineDriver,
    targetOf: async () => ({
      databaseId: 1,
      version: '1',
      details: { host: 'db', port: 1, dbname: 'd', user: 'u' },
    }),
    release: async () => undefined,
  }
  const dependencies = { connections, queryLog, settings: fixedSettings(), now: () => new Date() }
  return { columns: await learnColumns(dependencies, prepared, withinMs), asked }
}

const column = (name: string): ResultColumn => ({
  name,
  databaseType: 'int4',
  baseType: 'type/Integer',
})

const answering =
  (...names: string[]): Query =>
  async () => ({
    columns: names.map(column),
    batches: (async function* () {
      yield [names.map(() => '1')]
    })(),
  })

test('columns are learnt from one row, asked for briefly', async () => {
  const { columns, asked } = await learnt(answering('a', 'b'))
  expect(columns).toMatchObject([
    { name: 'a', base_type: 'type/Integer' },
    { name: 'b', base_type: 'type/Integer' },
  ])
  expect(asked).toMatchObject([{ maxRows: 1, timeoutMs: 5_000, origin: 'foreign' }])
})

test('none are where names do not tell them apart', async () => {
  expect((await learnt(answering('a', 'b', 'a'))).columns).toBeNull()
})

test('none are from a database that cannot be reached, or not soon', async () => {
  const refusing: Query = () => Promise.reject(new ConnectionProblem('It cannot be reached.'))
  expect((await learnt(refusing)).columns).toBeNull()
  const silent: Query = () => new Promise(() => undefined)
  expect((await learnt(silent, 10)).columns).toBeNull()
})

test('a bug of ours is none of their business', async () => {
  const broken: Query = () => Promise.reject(new TypeError('a bug'))
  await expect(learnt(broken)).rejects.toThrow('a bug')
})
