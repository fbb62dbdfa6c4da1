import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals'
import type { Pool } from 'pg'
import { leases } from '../../../infra/migrations/0022-leases.ts'
import { openPool } from '../../../infra/postgres/pool.ts'
import { aloneOver } from '../../../infra/read-models/alone.ts'
import { passGate, withGate } from '../../../infra/read-models/gate.ts'
import { inTransaction } from '../../../infra/read-models/transaction.ts'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import { startLeadingProjector } from '../../support/leading-projector.ts'
import { groupCreated, type ProjectionLab, projectionLab } from '../../support/projection-lab.ts'
import { until } from '../../support/until.ts'

let lab: ProjectionLab
let proxy: FaultyProxy
let pool: Pool

const name = 'by-way-of-the-proxy'

beforeAll(async () => {
  lab = await projectionLab()
  await lab.database.pool.query(`create schema side; ${leases.statements}`)
})
afterAll(() => lab.close())

beforeEach(async () => {
  proxy = await faultyProxy(lab.database.url)
  const login = { connectionString: proxy.url, application_name: name }
  pool = openPool({ ...login, max: 4, query_timeout: 2_500 }, () => undefined)
})
afterEach(() => proxy.close())

/** The server has seen its clients go, and they have heard nothing; whoever comes now is served. */
const vanish = async () => {
  proxy.set({ kind: 'half-open' })
  await until(
    async () =>
      (
        await lab.database.pool.query('select from pg_stat_activity where application_name = $1', [
          name,
        ])
      ).rowCount,
    (sessions) => sessions === 0,
  )
  proxy.set({ kind: 'pass' })
}

const sessionsAre = (state: string) =>
  until(
    async () =>
      (
        await lab.database.pool.query(
          `select from pg_stat_activity where application_name = $1 and wait_event_type = $2`,
          [name, state],
        )
      ).rowCount,
    (sessions) => sessions !== 0,
  )

test('who waits for a host that vanished is told, and its connection is thrown away', async () => {
  const asked = ['idle', 'interval', 'count'].map((it) => `tcp_keepalives_${it}`)
  const settings = asked.map((it) => `current_setting('${it}') as ${it.split('_').at(-1)}`)
  const { rows } = await pool.query(`select ${settings.join()}`)
  expect(rows).toEqual([{ idle: '10', interval: '5', count: '3' }])

  const lost = inTransaction(pool, async (client) => {
    await vanish()
    await client.query('select 1')
  })
  await expect(lost).rejects.toThrow('Query read timeout')
  expect(pool.totalCount).toBe(0)

  await pool.query('select 1')
  proxy.set({ kind: 'blackhole' })
  const alone = aloneOver(pool, { silence: 300, between: 100 })
  await expect(alone(1, async () => undefined)).rejects.toThrow('Query read timeout')
  await until(
    async () => pool.totalCount,
    (connections) => connections === 0,
  )
  proxy.set({ kind: 'pass' })
  await pool.query('select 1')
  await pool.end()
})

test('a projector whose host vanished within its transaction goes on by another connection', async () => {
  const projector = startLeadingProjector(proxy.url, 'only', pool)
  await until(
    async () => projector.facts(),
    ({ status }) => status === 'leader',
  )
  await lab.append('groups', groupCreated(1))
  await lab.caughtUp()
  await inTransaction(lab.database.pool, async (client) => {
    await client.query(passGate)
    await lab.append('groups', groupCreated(2))
    await sessionsAre('Lock')
    proxy.set({ kind: 'mute' })
  })
  await vanish()
  await lab.append('groups', groupCreated(3))
  await lab.caughtUp(30_000)
  expect(await lab.column('select id from rm.groups order by id')).toEqual([1, 2, 3])
  await projector.stop()
})

test('who falls silent at the gate keeps nobody else out for long', async () => {
  let wake: () => void = () => undefined
  const asleep = new Promise<void>((resolve) => {
    wake = resolve
  })
  const { pool: direct } = lab.database
  const limits = { patience: '30000ms', silence: '30000ms' } as const
  let isThere = false
  const silent = withGate(direct, { ...limits, silence: '2000ms' }, () => {
    isThere = true
    return asleep
  })
  const ended = expect(silent).rejects.toThrow()
  await until(
    async () => isThere,
    (there) => there,
  )
  await expect(withGate(direct, limits, async () => 'passed')).resolves.toBe('passed')
  wake()
  await ended
})
