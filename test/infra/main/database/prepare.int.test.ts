import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pg from 'pg'
import type { Installation } from '../../../../infra/database/installation.ts'
import { loginsOf } from '../../../../infra/database/logins.ts'
import { rolePassword, samplePassword } from '../../../../infra/database/passwords.ts'
import { unpreparedBecause } from '../../../../infra/database/prepared.ts'
import { restoreSampleDatabase } from '../../../../infra/embedded/sample/restore.ts'
import { deriveKeys } from '../../../../infra/keys.ts'
import { type Preparation, prepareDatabase } from '../../../../infra/main/database/prepare.ts'
import { preparationScript } from '../../../../infra/main/database/script.ts'
import { withClient } from '../../../../infra/main/database/with-client.ts'
import { migrations } from '../../../../infra/migrations/index.ts'
import { emptyReadModels } from '../../../support/read-models.ts'
import { dropDatabases, sharedServer } from '../../../support/service.ts'

const { host, port, superuser, password: secret } = sharedServer()
const superusers = (database: string) => ({
  host,
  port,
  user: superuser,
  password: secret,
  database,
})
const keys = deriveKeys(randomBytes(32))
const stem = `p${randomBytes(4).toString('hex')}`
const dba = `${stem}_dba`

const named = (suffix: string): Installation => ({
  service: `${stem}_${suffix}`,
  sample: `${stem}_${suffix}_sample`,
  logins: loginsOf(`${stem}_${suffix}_app`),
  sampleReader: `${stem}_${suffix}_reader`,
})
const installed = named('one')
const byHand = named('two')

/** A second one on the server, which has roles of the same names. */
const second = { ...named('three'), logins: installed.logins }
const all = [installed, byHand, second]

const preparation = (installation: Installation): Preparation => ({
  admin: { host, port, user: dba, password: 'secret', database: 'postgres' },
  installation,
  keysOf: () => keys,
  doors: ['app', 'command', 'query', 'projector', 'worker', 'public'],
  isOurs: false,
})

const passwordOf = (user: string) =>
  user.endsWith('_reader') ? samplePassword(keys) : rolePassword(keys, user)

const as = <T>(user: string, database: string, work: (client: pg.Client) => Promise<T>) =>
  withClient({ host, port, user, password: passwordOf(user), database }, work)

beforeAll(() =>
  withClient(superusers('postgres'), async (client) => {
    await client.query(`create role ${dba} login createdb createrole password 'secret'`)
    // On a server of its own, a service that was here before has shut this door for everybody.
    await client.query(`grant connect on database postgres to ${dba}`)
  }),
)
afterAll(async () => {
  await dropDatabases(
    sharedServer(),
    all.flatMap(({ service, sample }) => [service, sample]),
  )
  await withClient(superusers('postgres'), async (client) => {
    for (const { logins, sampleReader } of all)
      for (const name of [...Object.values(logins), sampleReader])
        await client.query(`drop role if exists ${name}`)
    await client.query(`drop owned by ${dba}`)
    await client.query(`drop role ${dba}`)
  })
})

const ownersIn = (service: string) =>
  withClient(superusers(service), async (client) => {
    const { rows } = await client.query<{ owner: string }>(
      `select distinct pg_get_userbyid(c.relowner)::text as owner
         from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname ~ '^(rm|projections)' and c.relkind in ('r', 'v')`,
    )
    return rows.map(({ owner }) => owner)
  })

const withPool = async <T>(user: string, database: string, work: (pool: pg.Pool) => Promise<T>) => {
  const pool = new pg.Pool({ host, port, user, password: rolePassword(keys, user), database })
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

test('an owner who is no superuser prepares: two at once do it once, and a third does nothing', async () => {
  const { service, logins } = installed
  const [one, other] = await Promise.all([
    prepareDatabase(preparation(installed)),
    prepareDatabase(preparation(installed)),
  ])
  expect([...one.applied, ...other.applied]).toEqual(Object.keys(migrations))
  expect((await prepareDatabase(preparation(installed))).applied).toEqual([])
  for (const user of [logins.command, logins.public])
    expect(await withPool(user, service, unpreparedBecause)).toBeUndefined()

  await withPool(logins.projector, service, (pool) => emptyReadModels(pool))
  await withPool(logins.app, service, (pool) => emptyReadModels(pool))
  expect(await ownersIn(service)).toEqual([logins.projector])
  await as(logins.public, service, async (client) => {
    expect((await client.query('select * from rm_public.cards')).rows).toEqual([])
    await expect(client.query('select * from es.events')).rejects.toMatchObject({ code: '42501' })
  })
})

test('a database nobody has prepared says so', async () => {
  const said = await withClient(superusers('postgres'), (client) =>
    unpreparedBecause(client as unknown as pg.Pool),
  )
  expect(said).toContain('run database prepare')
})

test('the sample is read by its reader, and restored by who answers commands', async () => {
  const { sample, sampleReader, logins } = installed
  const count = 'select count(*)::integer as n from people'
  await as(logins.command, sample, restoreSampleDatabase)
  await as(sampleReader, sample, async (client) => {
    expect((await client.query(count)).rows[0].n).toBeGreaterThan(100)
    await client.query('set default_transaction_read_only = off')
    await expect(client.query('delete from people')).rejects.toMatchObject({ code: '42501' })
    await expect(client.query('create table mine (id int)')).rejects.toMatchObject({
      code: '42501',
    })
  })
  const elsewhere = as(sampleReader, installed.service, async () => undefined)
  await expect(elsewhere).rejects.toMatchObject({ code: '42501' })
})

test('what one process that was everything had made becomes the projector’s', async () => {
  const { service, logins } = installed
  await withClient(superusers(service), (client) =>
    client.query(`
      drop schema rm_public cascade;
      drop owned by ${logins.projector} cascade;
      create schema projections authorization ${logins.app};
      create schema rm authorization ${logins.app};
      create table projections.builds (id integer);
      alter table projections.builds owner to ${logins.app};
      create view rm.checkpoint as select 0::bigint as position;
      alter view rm.checkpoint owner to ${logins.app};`),
  )
  await prepareDatabase(preparation(installed))
  expect(await ownersIn(service)).toEqual([logins.projector])
  await as(logins.query, service, async (client) => {
    expect((await client.query('select * from rm.checkpoint')).rows).toEqual([{ position: '0' }])
  })
})

test('the same by hand: the script holds no password, and leaves nothing to be done', async () => {
  const { service, sample, logins } = byHand
  const script = preparationScript(byHand, keys)
  for (const name of [...Object.values(logins), byHand.sampleReader])
    expect(script).not.toContain(passwordOf(name))
  const doors = [...script.matchAll(/^\\if :\{\?(\w+)\}$/gm)].map(([, name]) => name)
  expect(doors).toEqual(Object.values(logins))

  // What psql does with its own commands: databases are made, sections go to theirs, no password
  // is given.
  await withClient(superusers('postgres'), async (client) => {
    for (const name of [service, sample]) await client.query(`create database ${name} owner ${dba}`)
  })
  const [, ...sections] = script.replace(/^\\getenv.*?^\\endif$/gms, '').split(/^\\connect /m)
  const dbas = preparation(byHand).admin
  for (let run = 0; run < 2; run += 1)
    for (const section of sections) {
      const [, database, sql = ''] = /^"(\w+)"$(.*)/ms.exec(section) ?? []
      await withClient({ ...dbas, database }, (client) => client.query(sql))
    }
  expect((await prepareDatabase({ ...preparation(byHand), doors: [] })).applied).toEqual([])
  await expect(as(logins.app, service, async () => undefined)).rejects.toMatchObject({
    code: '28P01',
  })
  await prepareDatabase(preparation(byHand))
  expect(await withPool(logins.worker, service, unpreparedBecause)).toBeUndefined()
})

test('a second installation on the server leaves the first its roles, unless it has the same key', async () => {
  const { service, logins, sampleReader } = installed
  const others = deriveKeys(randomBytes(32))
  const problem = prepareDatabase({ ...preparation(second), keysOf: () => others })
  await expect(problem).rejects.toThrow(
    `belongs to the installation in its database ${service}, which has another master key`,
  )
  for (const [user, database] of [
    [logins.app, service],
    [sampleReader, installed.sample],
  ] as const)
    await as(user, database, async () => undefined)
  await prepareDatabase(preparation(second))
  await prepareDatabase(preparation(installed))
})

test('told to keep logins, preparing keeps the sample’s reader as it is, too', async () => {
  const { sample, sampleReader } = installed
  const secretOf = () =>
    withClient(superusers('postgres'), async (client) => {
      const { rows } = await client.query('select rolpassword from pg_authid where rolname = $1', [
        sampleReader,
      ])
      return rows[0].rolpassword
    })
  const before = await secretOf()
  await prepareDatabase({ ...preparation(installed), doors: [], keepLogins: true })
  expect(await secretOf()).toBe(before)
  await as(sampleReader, sample, async () => undefined)
})
