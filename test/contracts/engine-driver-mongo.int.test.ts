import { describe, expect, test } from '@jest/globals'
import { Decimal128, Double, Long, ObjectId } from 'mongodb'
import { mongoDriver } from '../../infra/engines/mongo/driver.ts'
import {
  type MongoLab,
  openMongoLab,
  pipelineText,
  series,
  sleepingView,
} from '../support/mongo-lab.ts'
import { anyConnectionContract } from './any-connection.ts'
import { anyRunContract } from './any-run.ts'
import { type DriverFixture, driverBench, rowsOf } from './driver-bench.ts'

type MongoFixture = DriverFixture & Pick<MongoLab, 'db'>

const start = async (): Promise<MongoFixture> => {
  const { details, adminDetails, db, running, cut, close } = await openMongoLab()
  await db.collection('customer').insertOne({ name: 'Ada' })
  for (const seconds of [0.3, 0.6, 5, 15]) await sleepingView(db, seconds * 1_000)
  return {
    details,
    adminDetails,
    db,
    sql: {
      series: (rows) => pipelineText('customer', ...series(rows)),
      sleep: (seconds) => pipelineText(`sleep_${seconds * 1_000}`),
    },
    running,
    killSessions: async () => cut(),
    close,
  }
}

describe('the mongo driver', () => {
  const bench = driverBench(mongoDriver, start)
  anyRunContract(bench)
  anyConnectionContract(bench)
  const { fixture, driver, newDriver, target, query, ask } = bench

  test('learns collections, views and fields from documents', async () => {
    const lab = await openMongoLab()
    const [oslo, bern] = [new ObjectId(), new ObjectId()]
    await lab.db.collection('shop').insertMany([
      { _id: oslo, city: 'Oslo', place: { lat: 59.9 }, price: Decimal128.fromString('1.5') },
      { _id: bern, city: 'Bern', opened: new Date(0), visits: Long.fromString('9007199254740993') },
    ])
    await lab.db.command({ create: 'empty' })
    const wrong = [{ $project: { city: { $toInt: '$city' } } }]
    await lab.db.command({ create: 'broken', viewOn: 'shop', pipeline: wrong })
    await lab.db.command({ create: 'open_shop', viewOn: 'shop', pipeline: [{ $limit: 1 }] })
    const own = { databaseId: 2, version: '1', details: lab.details }
    const signal = new AbortController().signal
    const snapshot = await driver().introspect(own, signal)
    expect(snapshot).toMatchObject({
      version: expect.any(String),
      timeZone: 'UTC',
      foreignKeys: [],
    })
    const shown = snapshot.tables.map(({ schema, name, kind, estimatedRows, fields }) => [
      [schema, name, kind, estimatedRows],
      ...fields.map((it) => [it.name, it.databaseType, it.baseType, it.primaryKey]),
    ])
    const id = ['_id', 'objectid', 'type/Text', true]
    const first = [
      id,
      ['city', 'string', 'type/Text', false],
      ['place', 'object', 'type/Dictionary', false],
      ['place.lat', 'double', 'type/Float', false],
      ['price', 'decimal', 'type/Decimal', false],
    ]
    expect(shown).toEqual([
      [['', 'broken', 'view', null], id],
      [['', 'empty', 'table', 0], id],
      [['', 'open_shop', 'view', null], ...first],
      [
        ['', 'shop', 'table', 2],
        ...first,
        ['opened', 'date', 'type/DateTimeWithLocalTZ', false],
        ['visits', 'long', 'type/BigInteger', false],
      ],
    ])
    expect(await driver().introspect(own, signal)).toEqual(snapshot)
    await driver().release(2)
    await lab.close()
  })

  test('answers the keys of all first documents, and those it was told of', async () => {
    const documents: readonly object[] = [
      { b: 1 },
      { _id: 'x', a: new Double(1.5), constructor: 'c' },
      { d: null },
    ]
    await fixture()
      .db.collection('mixed')
      .insertMany(documents.map((it, n) => ({ _id: n, ...it }) as never))
    const everything = pipelineText('mixed', { $sort: { _id: 1 } })
    const { columns, batches } = await query(everything)
    expect(columns.map(({ name, baseType }) => [name, baseType])).toEqual([
      ['_id', 'type/*'],
      ['b', 'type/Integer'],
      ['d', 'type/*'],
      ['a', 'type/Float'],
      ['constructor', 'type/Text'],
    ])
    expect(await rowsOf(batches)).toEqual([
      ['0', '1', null, null, null],
      ['2', null, null, null, null],
      ['x', null, null, '1.5', 'c'],
    ])
    const last = pipelineText(
      'mixed',
      { $match: { _id: 'x' } },
      { $project: { _id: 0, q: '$b', a: 1 } },
    )
    const compiled = await query(last, { origin: 'compiled' })
    expect(compiled.columns.map(({ name }) => name)).toEqual(['q', 'a'])
    const told = [{ name: 'b', databaseType: 'int', baseType: 'type/Integer' } as const]
    const options = { signal: new AbortController().signal, timeoutMs: 5_000 }
    const stream = await driver().query(
      target(),
      { sql: everything, parameters: [], columns: told },
      { ...options, origin: 'compiled' },
    )
    expect(stream.columns).toEqual(told)
    expect(await rowsOf(stream.batches)).toEqual([['1'], [null], [null]])
    expect(await ask(pipelineText('no_such_collection'))).toEqual([])
  })

  test('only reads, also for a user who may write', async () => {
    const mighty = newDriver()
    const as = (sql: string, origin: 'foreign' | 'compiled') =>
      mighty.query(
        { databaseId: 3, version: '1', details: fixture().adminDetails },
        { sql, parameters: [] },
        { signal: new AbortController().signal, timeoutMs: 5_000, origin },
      )
    const into = { $merge: { into: 'customer' } }
    for (const origin of ['foreign', 'compiled'] as const)
      for (const writing of [
        [{ $out: 'customer' }],
        [into],
        [{ $unionWith: { coll: 'customer', pipeline: [into] } }],
      ])
        await expect(as(pipelineText('customer', ...writing), origin)).rejects.toMatchObject({
          name: 'QueryProblem',
          errorType: 'db',
        })
    expect(await fixture().db.collection('customer').countDocuments()).toBe(1)
  })

  test('tells errors in the words of the server, and serves on', async () => {
    const single = newDriver({ poolSize: 1 })
    for (const text of [pipelineText('customer', { $vectorSearch: {} }), 'db.customer.find()', ''])
      await expect(query(text, {}, [], single)).rejects.toMatchObject({ errorType: 'db' })
    expect(await rowsOf((await query(fixture().sql.series(1), {}, [], single)).batches)).toEqual([
      ['1'],
    ])
  })
})
