import { randomBytes } from 'node:crypto'
import { type FaultyProxy, faultyProxy } from '../../support/faulty-proxy.ts'
import { until } from '../../support/until.ts'
import { bodyOf, type Client, clientOf } from '../clients/client.ts'
import { isAcknowledged, type Sent } from '../ledger.ts'
import type { Stage } from '../scenario.ts'
import { ask } from '../world/postgres.ts'

/** A database that is asked through the service, on a way of its own. */
export type Customer = {
  readonly id: number
  /** Of the service's user, who may do nothing but log in. */
  readonly user: string
  readonly way: FaultyProxy
  /** Statements of its user at work now. */
  running(): Promise<number>
  query(sql: string): Promise<Sent>
  readonly client: Client
  close(): void
}

/** Connects a database that the service's own Postgres keeps, by a way of its own. */
export const connected = async (stage: Stage): Promise<Customer> => {
  const { world, town, ledger, random } = stage
  const user = `customer_${randomBytes(4).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await ask(world.database, `create role ${user} login password '${password}'`)
  const way = await faultyProxy(world.postgres.url)
  const { addresses } = world
  const client = clientOf({ name: 'analyst', random, ledger, addresses, isDone: () => false })
  const details = { host: way.host, port: way.port, dbname: 'postgres', user, password }
  const made = await until(
    () =>
      client.insist({
        operation: 'database.create',
        method: 'POST',
        path: '/api/database',
        token: town.admin,
        body: { name: user, engine: 'postgres', details },
        leaves: 'DatabaseConnected',
      }),
    isAcknowledged,
  )
  const id = bodyOf<{ id: number }>(made)?.id ?? 0
  return {
    ...{ id, user, way, client },
    running: async () => {
      const counting = `select count(*)::int as n from pg_stat_activity
        where usename = $1 and state = 'active'`
      return (await ask<{ n: number }>(world.database, counting, [user]))[0]?.n ?? 0
    },
    query: (sql) => {
      const name = `analyst-${random.between(1, 1_000_000)}`
      const one = clientOf({ name, random, ledger, addresses, isDone: () => false })
      const body = { database: id, type: 'native', native: { query: sql } }
      const sent = one.ask({ operation: 'query', path: '/api/dataset', token: town.admin, body })
      return sent.finally(one.close)
    },
    close() {
      client.close()
      way.close()
    },
  }
}
