import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import pino from 'pino'
import { restoring } from '../../../infra/backup/restore-lock.ts'
import { assertRestored } from '../../../infra/backup/restore-mark.ts'
import { eventStoreDb } from '../../../infra/event-store/eventstoredb/event-store.ts'
import { whatIsMissing } from '../../../infra/main/patience.ts'
import { openStorage } from '../../../infra/main/storage.ts'
import { migrate } from '../../../infra/migrations/migrate.ts'
import { type BackupLab, backupLab } from '../../support/backup-lab.ts'
import { builtService } from '../../support/build.ts'
import { type CopyLab, copyLab } from '../../support/copy-lab.ts'
import { collect } from '../../support/events.ts'
import { startEventStoreDb } from '../../support/eventstoredb/server.ts'
import { outside } from '../../support/role-process.ts'
import { masterKey, sharedServer } from '../../support/service.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'

const log = pino({ level: 'silent' })
let lab: BackupLab
let source: CopyLab
let file: string
const { host, port, superuser, password } = sharedServer()

beforeAll(async () => {
  lab = await backupLab()
  source = await copyLab()
  await source.fill(12)
  await source.database.pool.query(`
    insert into side.credentials (user_id, hash) values (1, 'a hash')`)
  file = lab.fileNamed('killed.backup')
})
afterAll(async () => {
  await source?.drop()
  await lab?.close()
})

/** A process of the command line on a database, as its owner. */
const begin = async (
  database: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> =>
  spawn(process.execPath, [await builtService('infra/cli/main'), ...args], {
    env: {
      ...outside,
      ...more,
      MASTER_KEY: masterKey,
      DATABASE_URL: `postgres://${host}:${port}/${database}`,
      DATABASE_ADMIN_URL: `postgres://${superuser}:${password}@${host}:${port}/postgres`,
    },
    stdio: 'ignore',
  })

const kill = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGKILL')
  if (child.signalCode === null) await once(child, 'exit')
}

const waiting = `
select count(*)::integer as commands from pg_locks
 where relation = 'side.credentials'::regclass and not granted`

/** Runs work while a command waits for somebody who holds the table of passwords. */
const whileAtPasswords = async (
  { pool }: TestDatabase,
  mode: 'share' | 'access exclusive',
  start: () => Promise<unknown>,
  work: () => Promise<unknown>,
) => {
  const holder = await pool.connect()
  try {
    await holder.query(`begin; lock table side.credentials in ${mode} mode`)
    await start()
    const commands = async () => (await holder.query(waiting)).rows[0].commands
    await until(commands, (count) => count > 0, 30_000)
    await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

const killAtPasswords = async (
  database: TestDatabase,
  args: readonly string[],
  mode: 'share' | 'access exclusive',
) => {
  let child: ChildProcess
  const start = async () => {
    child = await begin(database.name, ['backup', ...args])
  }
  await whileAtPasswords(database, mode, start, () => kill(child))
}

/** As a service does at its start. */
const open = (database: string) => {
  const names = { service: database, sample: `${database}_sample`, role: `${database}_app` }
  const options = { dataDirectory: lab.fileNamed('data'), masterKey, log, names }
  return openStorage(sharedServer(), options).then(({ stop }) => stop())
}

const unfinished = /A restore into this database began at .* and did not end.*backup restore/
const running = /A restore into this database began at .* and is running/

/** Once the server has noticed that whoever restored is gone. */
const untilUnfinished = ({ pool }: TestDatabase) =>
  until(
    () => assertRestored(pool).catch(String),
    (said) => unfinished.test(String(said)),
    30_000,
  )

test('what a killed process has left is not taken for a backup, nor for a restored database', async () => {
  await killAtPasswords(source.database, ['create', file], 'access exclusive')
  expect((await lab.backup('none', ['verify', file])).problems).toHaveLength(1)
  await rm(file)
  expect((await lab.backup(source.database.name, ['create', file])).problems).toEqual([])

  const there = await lab.emptyDatabase()
  await migrate(there.pool)
  await killAtPasswords(there, ['restore', file], 'share')
  await untilUnfinished(there)
  const refused = await open(there.name).catch((error: unknown) => error)
  expect(String(refused)).toMatch(unfinished)
  expect(whatIsMissing(refused)).toMatchObject({ state: 'restore not finished' })
  for (const args of [['settle'], ['create', lab.fileNamed('half.backup')]])
    expect((await lab.backup(there.name, args)).problems.join()).toMatch(unfinished)

  expect((await lab.backup(there.name, ['restore', file])).problems).toEqual([])
  const events = (pool = there.pool) => pool.query('select * from es.events order by position')
  expect((await events()).rows).toEqual((await events(source.database.pool)).rows)
  expect((await collect(source.postgres.readAll())).length).toBe(48)
  await assertRestored(there.pool)
  expect((await lab.backup(there.name, ['restore', file])).problems.join()).toContain(
    'There is data here already',
  )
}, 60_000)

test('a restore is alone: a second is refused, and one that lost its place removes no mark', async () => {
  const there = await lab.emptyDatabase()
  await migrate(there.pool)
  const restore = () => lab.backup(there.name, ['restore', file])
  let first: ReturnType<typeof restore> | undefined
  const start = async () => {
    first = restore()
  }
  await whileAtPasswords(there, 'share', start, async () => {
    const refused = await open(there.name).catch((error: unknown) => error)
    expect(String(refused)).toMatch(running)
    expect(whatIsMissing(refused)).toMatchObject({ state: 'restore running' })
    expect((await restore()).problems.join()).toContain('Another restore into this database is at')
    await there.pool.query(`select pg_terminate_backend(pid) from (${restoring}) as first`)
    await untilUnfinished(there)
  })
  expect((await first)?.problems.join()).toContain('kept other restores out was lost')
  await untilUnfinished(there)
  expect((await restore()).problems).toEqual([])
  await assertRestored(there.pool)
}, 60_000)

test('a copy goes on after a killed one, whose last append it never heard of', async () => {
  const server = await startEventStoreDb()
  const store = eventStoreDb({ url: server.url })
  try {
    server.faults.plan('append', 'reply-lost')
    server.faults.plan('batch-append', 'reply-lost')
    const args = ['events', 'copy', '--from', 'postgres', '--to', 'eventstoredb']
    const child = await begin(source.database.name, args, { EVENTSTORE_URL: server.url })
    const head = () => store.head()
    await until(head, (position) => position > 0n, 30_000)
    await kill(child)
    const there = await collect(store.readAll())
    expect(there.length).toBeLessThan(48)
    const { out, problems } = await source.copyThere([], { store })
    expect(problems).toEqual([])
    expect(out.join()).toContain('48 events of 12 streams are equal in both, in the same order')
  } finally {
    await store.close()
    server.stop()
  }
}, 60_000)
