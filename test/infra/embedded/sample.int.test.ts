import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import pg from 'pg'
import { ensureDatabase } from '../../../infra/embedded/databases.ts'
import { ensureSampleReader, sampleReaderName } from '../../../infra/embedded/sample/reader.ts'
import { hasSampleData, restoreSampleDatabase } from '../../../infra/embedded/sample/restore.ts'
import { makeShop } from '../../../infra/embedded/sample/shop.ts'
import { startPostgres } from '../../support/postgres.ts'

jest.setTimeout(60_000)

/** A server of its own: making the reader closes every other database to everybody. */
let server: Awaited<ReturnType<typeof startPostgres>>
let owner: pg.Client

const connect = async (change: (url: URL) => void): Promise<pg.Client> => {
  const url = new URL(server.url)
  change(url)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return client
}

const asReader = (database = 'shop', password = 'reads only') =>
  connect((url) => {
    url.username = sampleReaderName
    url.password = password
    url.pathname = database
  })

const rows = async (text: string, client = owner): Promise<unknown[][]> =>
  (await client.query({ text, rowMode: 'array' })).rows

beforeAll(async () => {
  server = await startPostgres()
  const admin = await connect(() => {})
  expect(await ensureDatabase(admin, 'shop')).toBe(true)
  expect(await ensureDatabase(admin, 'shop')).toBe(false)
  await ensureDatabase(admin, 'private')
  await admin.end()
  owner = await connect((url) => {
    url.pathname = 'shop'
  })
  await ensureSampleReader(owner, 'reads only')
  expect(await hasSampleData(owner)).toBe(false)
  await restoreSampleDatabase(owner)
})

afterAll(async () => {
  await owner?.end()
  await server?.stop()
})

describe('the sample data', () => {
  test('is the same on every machine and in every version', () => {
    const hash = createHash('sha256').update(JSON.stringify(makeShop())).digest('hex')
    expect(hash).toBe('c17f08240eb268f7bf872bcde434f6a868f36dd8a570bd07a6525959170ad9ef')
  })

  test('is a small shop over four years', async () => {
    expect(await hasSampleData(owner)).toBe(true)
    const counts = await rows(`select (select count(*)::int from people),
      (select count(*)::int from products), (select count(*)::int from orders),
      (select count(*)::int from reviews)`)
    expect(counts).toEqual([[2500, 200, 21_000, 1100]])
    expect(
      await rows(`select min(created_at)::date::text, max(created_at)::date::text from orders`),
    ).toEqual([['2022-01-02', '2025-12-31']])
  })

  test.each([
    [
      'orders before their customer',
      'orders o join people p on p.id = user_id',
      'o.created_at < p.created_at',
    ],
    [
      'orders before their product',
      'orders o join products p on p.id = product_id',
      'o.created_at < p.created_at',
    ],
    [
      'subtotals that are not price times quantity',
      'orders o join products p on p.id = product_id',
      'subtotal <> price * quantity',
    ],
    ['orders with a discount as large as the subtotal', 'orders', 'discount >= subtotal'],
    [
      'reviews of things nobody bought',
      'reviews r',
      'not exists (select from orders o where o.product_id = r.product_id and o.created_at < r.created_at)',
    ],
    [
      'ratings that are not the mean of the reviews',
      'products p',
      'rating is distinct from (select round(avg(r.rating), 1) from reviews r where r.product_id = p.id)',
    ],
    ['children and centenarians', 'people', "birth_date not between '1950-01-01' and '2005-12-31'"],
    [
      'places outside the country',
      'people',
      'latitude not between 18 and 72 or longitude not between -160 and -66',
    ],
  ])('has no %s', async (_, from, where) => {
    expect(await rows(`select count(*)::int from ${from} where ${where}`)).toEqual([[0]])
  })

  test('answers the questions of the tour', async () => {
    const yearly = `select extract(year from created_at)::int, count(*)::int, sum(total)::text
      from orders group by 1 order by 1`
    const categories = `select category, count(*)::int, sum(total)::text
      from orders join products on products.id = product_id group by 1 order by sum(total) desc`
    const months = `select extract(month from created_at)::int from orders
      where created_at >= '2025-01-01' group by 1 order by sum(total) desc limit 2`
    expect(await rows(yearly)).toEqual([
      [2022, 3084, '194409.06'],
      [2023, 4603, '298819.78'],
      [2024, 5972, '398757.86'],
      [2025, 7341, '495236.39'],
    ])
    expect(await rows(categories)).toEqual([
      ['Garden', 5423, '449261.89'],
      ['Lighting', 2495, '325036.04'],
      ['Kitchen', 4682, '238699.76'],
      ['Toys', 4387, '235641.76'],
      ['Stationery', 4013, '138583.64'],
    ])
    expect(await rows(months)).toEqual([[12], [11]])
  })

  test('describes every table and column, and ties them together', async () => {
    const undescribed = `select c.relname, a.attname from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum >= 0 and not attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and (col_description(c.oid, a.attnum) is null or obj_description(c.oid) is null)`
    expect(await rows(undescribed)).toEqual([])
    const keys = `select conrelid::regclass::text, confrelid::regclass::text from pg_constraint
      where contype = 'f' order by 1, 2`
    expect(await rows(keys)).toEqual([
      ['orders', 'people'],
      ['orders', 'products'],
      ['reviews', 'products'],
    ])
  })

  test('comes back whole after it was changed, also when restored twice at once', async () => {
    const checksum = `select md5(string_agg(o::text, '' order by id)) from orders o`
    const before = await rows(checksum)
    await owner.query(`delete from reviews; update orders set quantity = 99; drop table reviews`)
    const second = await connect((url) => {
      url.pathname = 'shop'
    })
    await Promise.all([restoreSampleDatabase(owner), restoreSampleDatabase(second)])
    await second.end()
    expect(await rows(checksum)).toEqual(before)
    expect(await rows('select count(*)::int from reviews')).toEqual([[1100]])
  })

  test('numbers later rows after its own', async () => {
    await owner.query('begin')
    const { rows: added } = await owner.query(
      `insert into reviews (product_id, reviewer, rating, body, created_at)
       values (1, 'ada', 5, 'Lovely.', now()) returning id`,
    )
    await owner.query('rollback')
    expect(added).toEqual([{ id: 1101 }])
  })
})

describe('the reader of the sample data', () => {
  let reader: pg.Client
  beforeAll(async () => {
    reader = await asReader()
  })
  afterAll(() => reader?.end())

  test('reads every table, also after a restore', async () => {
    expect(await rows('select count(*)::int from orders', reader)).toEqual([[21_000]])
    await restoreSampleDatabase(owner)
    expect(await rows('select count(*)::int from reviews', reader)).toEqual([[1100]])
  })

  test.each([
    'delete from reviews',
    'update people set name = name',
    "insert into reviews values (0, 1, 'x', 1, 'x', now())",
    'truncate reviews',
    'drop table reviews',
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    'select lo_create(0)',
    "select lo_from_bytea(0, 'x')",
    "copy orders to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    'alter role sample_reader superuser',
    'set role postgres',
    'create role other',
  ])('may not: %s', async (statement) => {
    await reader.query('set default_transaction_read_only = off')
    await expect(reader.query(statement)).rejects.toThrow(
      /permission denied|must be owner|superuser|privileges/i,
    )
  })

  test.each(['postgres', 'private', 'template1'])('may not enter %s', async (database) => {
    await expect(asReader(database)).rejects.toThrow(/permission denied/)
  })

  test('gets a new password without losing its rights', async () => {
    await ensureSampleReader(owner, "it's new")
    await expect(asReader('shop', 'reads only')).rejects.toThrow(/password/)
    const again = await asReader('shop', "it's new")
    expect(await rows('select count(*)::int from people', again)).toEqual([[2500]])
    await again.end()
  })
})
