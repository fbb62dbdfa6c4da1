import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { localBus } from '../../../infra/bus/local.ts'
import type { Leadership } from '../../../infra/leadership/leadership.ts'
import { type LeaseTimes, leadByLease } from '../../../infra/leadership/lease.ts'
import { leaseRows } from '../../../infra/leadership/lease-rows.ts'
import { untilEnded } from '../../../infra/leadership/until-ended.ts'
import { leases } from '../../../infra/migrations/0022-leases.ts'
import { type TestDatabase, testDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'

/** A standby that only looked by itself would take a minute. */
const patient: LeaseTimes = { lease: 60_000, renewal: 60_000, margin: 500 }
const brisk: LeaseTimes = { lease: 20_000, renewal: 100, margin: 500 }
/** Ends long before its lease does. */
const wary: LeaseTimes = { lease: 4_000, renewal: 100, margin: 3_300 }

describe('leading by a lease', () => {
  let database: TestDatabase
  const all: Leadership[] = []
  const bus = localBus()
  let working: string[] = []
  let problems: string[] = []

  beforeAll(async () => {
    database = await testDatabase()
    await database.pool.query(`create schema side; ${leases.statements}`)
  })
  afterEach(async () => {
    await Promise.all(all.splice(0).map((one) => one.stop()))
    await database.pool.query('delete from side.leases')
    working = []
    problems = []
  })
  afterAll(() => database.drop())

  const candidate = (holder: string, times: LeaseTimes, work?: () => Promise<void>) => {
    const leadership = leadByLease({
      rows: leaseRows(database.openPool({ max: 1 })),
      ...{ name: 'work', holder, bus, times },
      onProblem: (message) => problems.push(message),
    })
    all.push(leadership)
    leadership.lead(async (term) => {
      working.push(holder)
      await work?.()
      await untilEnded(term, async () => {
        working = working.filter((it) => it !== holder)
      })
    })
    return leadership
  }

  const untilWorking = (count = 1) =>
    until(
      async () => working,
      ({ length }) => length === count,
    )

  test('one of three leads; when it gives back, another one does at once, in a newer epoch', async () => {
    const candidates = ['a', 'b', 'c'].map((holder) => candidate(holder, patient))
    for (const epoch of [1n, 2n, 3n]) {
      const [leader = ''] = await untilWorking()
      const others = candidates.filter((it) => it.status() === 'standby')
      expect(others).toHaveLength(3 - Number(epoch))
      for (const other of others)
        await until(
          async () => other.facts(),
          (facts) => facts.leader === leader && facts.epoch === epoch,
        )
      const leading = candidates.find((it) => it.status() === 'leader')
      expect(leading?.facts()).toEqual({ status: 'leader', epoch, leader })
      await leading?.stop()
      expect(leading?.status()).toBe('stopped')
    }
    expect(problems).toEqual([])
  })

  test('losing its connection costs the leader nothing', async () => {
    const [one, two] = ['a', 'b'].map((holder) => candidate(holder, brisk))
    const [leader] = await untilWorking()
    for (let cut = 0; cut < 3; cut += 1) {
      const renewedAt = async () => {
        const { rows } = await database.pool.query('select expires_at from side.leases')
        return rows[0].expires_at.getTime()
      }
      const before = await renewedAt()
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = $1 and pid <> pg_backend_pid()`,
        [database.name],
      )
      await until(renewedAt, (at) => at > before)
      expect(working).toEqual([leader])
    }
    expect([one?.facts().epoch, two?.facts().epoch]).toEqual([1n, 1n])
  })

  test('a leader that cannot renew ends its work before its lease ends', async () => {
    candidate('a', wary)
    await untilWorking()
    const client = await database.pool.connect()
    await client.query('begin')
    await client.query('select from side.leases for update')
    await untilWorking(0)
    const { rows } = await client.query(
      'select expires_at > clock_timestamp() as lasts from side.leases',
    )
    await client.query('rollback')
    client.release()
    expect(rows).toEqual([{ lasts: true }])
    expect(await untilWorking()).toEqual(['a'])
  })

  test('work that fails is told of, given back, and begun again after a while', async () => {
    let tries = 0
    candidate('a', brisk, async () => {
      tries += 1
      if (tries === 1) throw new Error('not today')
    })
    await until(
      async () => tries,
      (count) => count === 2,
    )
    expect(problems).toEqual(['work failed'])
    expect(all[0]?.facts()).toMatchObject({ status: 'leader', epoch: 2n })
  })
})
