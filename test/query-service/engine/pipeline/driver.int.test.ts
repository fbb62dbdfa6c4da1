import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { Decimal128, Long, ObjectId } from 'mongodb'
import { mongoDriver } from '../../../../infra/engines/mongo/driver.ts'
import { engineDefaults } from '../../../../infra/engines/options.ts'
import { exportCaps } from '../../../../query-service/engine/limits.ts'
import { compileMbql } from '../../../../query-service/engine/mbql/compile.ts'
import type { Pivot } from '../../../../query-service/engine/mbql/pivot/pivot.ts'
import { collectRows } from '../../../../query-service/engine/shape/rows.ts'
import { timeZone } from '../../../../query-service/engine/shape/time-zone.ts'
import type { CatalogueSnapshot } from '../../../../shared/ports/engine-driver.ts'
import { type MongoLab, openMongoLab } from '../../../support/mongo-lab.ts'
import { openCollections, type Shape } from '../../../support/pipeline-shop.ts'

const driver = mongoDriver(engineDefaults)
const signal = AbortSignal.timeout(60_000)
const [ada, bob] = [new ObjectId(), new ObjectId()]
type Person = { _id: ObjectId; name: string; address: { city: string } }

let mongo: MongoLab
let snapshot: CatalogueSnapshot

const target = () => ({ databaseId: 1, version: '1', details: mongo.details })

beforeAll(async () => {
  mongo = await openMongoLab()
  await mongo.db.collection<Person>('people').insertMany([
    { _id: ada, name: 'Ada', address: { city: 'Oslo' } },
    { _id: bob, name: 'Bob', address: { city: 'Rome' } },
  ])
  await mongo.db.collection('sales').insertMany([
    {
      person: ada,
      amount: Decimal128.fromString('10.1'),
      pieces: 1,
      views: Long.fromString('9007199254740993'),
      sold_at: new Date('2024-01-30T10:00:00.120Z'),
    },
    {
      person: bob,
      amount: Decimal128.fromString('20.00'),
      pieces: 2,
      views: Long.fromNumber(4),
      sold_at: new Date('2024-01-31T23:30:00Z'),
    },
    { person: null, amount: Decimal128.fromString('-1.25'), pieces: null },
  ])
  snapshot = await driver.introspect(target(), signal)
}, 60_000)
afterAll(async () => {
  await driver.close()
  await mongo.close()
}, 30_000)

/** The collections as a sync has found them, and a way to ask of them. */
const open = () => {
  const shape: Shape = Object.fromEntries(
    snapshot.tables.map(({ name, fields }) => [
      name,
      Object.fromEntries(fields.map((it) => [it.name, [it.databaseType, it.baseType] as const])),
    ]),
  )
  const { lab, table, field } = openCollections(shape, {})
  const ask = async (query: object, zone = 'UTC', pivot?: Pivot) => {
    const mbql = { 'source-table': table('sales'), ...query }
    const asked = { maxRows: exportCaps, timeZone: zone, ...(pivot && { pivot }) }
    const { compiled } = compileMbql(mbql, lab.catalogue, asked)
    const options = { signal, timeoutMs: 10_000, origin: 'compiled', timeZone: zone } as const
    const stream = await driver.query(target(), compiled, options)
    return (await collectRows(stream, { rows: 100 }, timeZone(zone))).data
  }
  return { ask, table, field }
}

test('a server answers pipelines with cells of every type', async () => {
  const { ask, table, field } = open()
  const [amount, pieces, soldAt] = ['amount', 'pieces', 'sold_at'].map((it) => field(`sales.${it}`))
  const city = field('people.address.city', { 'join-alias': 'P' })
  const joins = [
    {
      'source-table': table('people'),
      alias: 'P',
      condition: ['=', field('sales.person'), field('people._id', { 'join-alias': 'P' })],
    },
  ]
  expect(
    await ask({
      joins,
      fields: [field('sales.person'), amount, field('sales.views'), soldAt, city],
      'order-by': [['asc', amount]],
    }),
  ).toEqual([
    [null, -1.25, null, null, null],
    [ada.toHexString(), 10.1, '9007199254740993', '2024-01-30T10:00:00.12Z', 'Oslo'],
    [bob.toHexString(), 20, 4, '2024-01-31T23:30:00Z', 'Rome'],
  ])
  expect(
    await ask({ fields: [pieces], filter: ['=', field('sales.person'), ada.toHexString()] }),
  ).toEqual([[1]])
  const named = [
    ['contains', city, 'SL', { 'case-sensitive': false }],
    ['does-not-contain', city, 'o'],
    ['starts-with', ['upper', city], 'O'],
  ]
  for (const [index, filter] of named.entries())
    expect(await ask({ joins, fields: [pieces], filter, 'order-by': [['desc', pieces]] })).toEqual(
      index === 1 ? [[null]] : [[1]],
    )
  // A decimal is no double: 10.1 would be another number.
  expect(await ask({ fields: [pieces], filter: ['=', amount, 10.1] })).toEqual([[1]])
  const expressions = {
    day: ['date', soldAt],
    wall: ['convert-timezone', soldAt, 'Asia/Tokyo'],
    half: ['/', pieces, 2],
    name: ['concat', '$', city, '.'],
  }
  const fields = Object.keys(expressions).map((name) => ['expression', name])
  expect(
    await ask({ joins, expressions, fields, filter: ['=', pieces, 2] }, 'America/New_York'),
  ).toEqual([['2024-01-31T00:00:00-05:00', '2024-02-01T08:30:00-05:00', 1, '$Rome.']])
  const month = field('sales.sold_at', { 'temporal-unit': 'month' })
  const aggregation = [['count'], ['sum', pieces], ['avg', pieces], ['max', soldAt]]
  expect(await ask({ aggregation, breakout: [month] }, 'Europe/Paris')).toEqual([
    [null, 1, null, null, null],
    ['2024-01-01T00:00:00+01:00', 1, 1, 1, '2024-01-30T11:00:00.12+01:00'],
    ['2024-02-01T00:00:00+01:00', 1, 2, 2, '2024-02-01T00:30:00+01:00'],
  ])
  expect(await ask({ aggregation, filter: ['>', pieces, 9] })).toEqual([[0, null, null, null]])
})

test('a server answers all groupings of a pivot, with one total though there be no rows', async () => {
  const { ask, field } = open()
  const pieces = field('sales.pieces')
  const query = { aggregation: ['count'], breakout: [pieces] }
  const pivot = { rows: [0], columns: [], rowTotals: true, columnTotals: true }
  const inAnyOrder = (rows: unknown) => (rows as unknown[]).map((row) => JSON.stringify(row)).sort()
  expect(inAnyOrder(await ask(query, 'UTC', pivot))).toEqual(
    inAnyOrder([
      [null, 0, 1],
      [1, 0, 1],
      [2, 0, 1],
      [null, 1, 3],
    ]),
  )
  const nothing = { ...query, filter: ['=', pieces, 99] }
  expect(await ask(nothing, 'UTC', pivot)).toEqual([[null, 1, 0]])
})
