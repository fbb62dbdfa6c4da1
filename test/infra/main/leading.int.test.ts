import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pino } from 'pino'
import { localBus } from '../../../infra/bus/local.ts'
import type { Leadership } from '../../../infra/leadership/leadership.ts'
import { untilEnded } from '../../../infra/leadership/until-ended.ts'
import { leadershipOf } from '../../../infra/main/leading.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'

let database: TestDatabase
const begun: Leadership[] = []

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(async () => {
  for (const leadership of begun) await leadership.stop()
  await database.drop()
})

const patienceMs = 20_000

const candidate = (eventStoreUrl: string | undefined): Leadership => {
  const leadership = leadershipOf(
    'projector',
    { bus: localBus(), projections: [] },
    { connection: { connectionString: database.url } },
    { database: { url: database.url, adminUrl: undefined }, eventStoreUrl, role: 'projector' },
    pino({ enabled: false }),
  )
  begun.push(leadership)
  leadership.lead((term) => untilEnded(term, async () => undefined))
  return leadership
}

const untilLeads = (leadership: Leadership) =>
  until(
    async () => leadership.status(),
    (status) => status === 'leader',
    patienceMs,
  )

const moveTo = (store: string) =>
  database.pool.query(
    `insert into side.log_home (store) values ($1)
       on conflict (one) do update set store = excluded.store`,
    [store],
  )

test('who looks for the log where it is not any more leads nothing', async () => {
  const [inPostgres, elsewhere] = [candidate(undefined), candidate('esdb://127.0.0.1:1')]
  // Nobody has said yet where the log of a new installation is: either may begin.
  await until(
    async () => [inPostgres.status(), elsewhere.status()],
    (statuses) => statuses.includes('leader'),
    patienceMs,
  )
  await moveTo('postgres')
  await untilLeads(inPostgres)
  await moveTo('eventstoredb')
  await untilLeads(elsewhere)
  expect(inPostgres.status()).toBe('standby')
})
