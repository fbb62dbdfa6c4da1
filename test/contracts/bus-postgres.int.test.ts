import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { aPostgresBus, type TestBus, untilConnected } from '../support/some-buses.ts'
import { type TestDatabase, testDatabase } from '../support/test-database.ts'
import { until } from '../support/until.ts'
import { busContract, heardBeforeClosing, heardOf } from './bus.ts'

describe('buses on one Postgres', () => {
  let database: TestDatabase
  let one: TestBus
  let two: TestBus
  beforeAll(async () => {
    database = await testDatabase()
    one = aPostgresBus(database.url)
    two = aPostgresBus(database.url)
    await untilConnected(one, two)
  })
  afterAll(async () => {
    await Promise.all([one, two].map((bus) => bus?.close()))
    await database?.drop()
  })

  // The transaction that moves the checkpoint tells of it.
  busContract(
    () => [one, two],
    async (bus, position) => {
      bus.publish('read-models.checkpoint', { position })
      await database.pool.query(`select pg_notify('rm_checkpoint', $1)`, [position])
    },
  )

  test('hears of what is appended to the log, by whomever', async () => {
    const { untilHeard, stop } = heardOf(two, 'log.appended')
    await database.pool.query(`select pg_notify('es_appended', '7')`)
    expect(await untilHeard(1)).toEqual([{ position: '7' }])
    stop()
  })

  test('what is no message of ours is counted, and nobody hears of it', async () => {
    const before = two.facts().ignored
    const all = (['log.appended', 'settings.changed'] as const).map((it) => heardOf(two, it))
    const forged = [
      ...[
        ['es_appended', 'x'],
        ['es_appended', '-1'],
        ['es_appended', '9'.repeat(20)],
      ],
      ...[
        ['hints', ''],
        ['hints', 'settings.changed'],
        ['hints', 'settings.changed {"a":1}'],
      ],
      ['hints', `settings.changed {${' '.repeat(7_000)}}`],
    ]
    for (const hint of forged) await database.pool.query('select pg_notify($1, $2)', hint)
    await until(
      async () => two.facts().ignored - before,
      (ignored) => ignored === forged.length,
    )
    expect(all.flatMap(({ heard }) => heard)).toEqual([])
    for (const { stop } of all) stop()
  })

  test('comes back after its connection is cut, and everybody looks', async () => {
    const { heard, untilHeard, stop } = heardOf(two, 'account-mails.added')
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = $1 and application_name = 'hints-listener'`,
      [database.name],
    )
    expect(await untilHeard(1)).toEqual([undefined])
    await until(
      async () => [one, two].flatMap(({ told }) => told.filter((line) => line === 'back')),
      ({ length }) => length === 2,
    )
    one.publish('account-mails.added', {})
    await untilHeard(2)
    expect(heard).toEqual([undefined, {}])
    expect(two.told.map((line) => line.split(':')[0])).toEqual(['lost', 'back'])
    stop()
  })

  test('what was told last is heard although the teller is closed at once', async () => {
    const closing = aPostgresBus(database.url)
    await untilConnected(closing)
    await heardBeforeClosing(closing, two)
  })
})
