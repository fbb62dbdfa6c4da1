import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, Pool, type PoolConfig } from 'pg'

export type TestDatabase = {
  readonly name: string
  /** As superuser; the suite may connect with it as often as it likes. */
  readonly url: string
  readonly pool: Pool
  /** A further pool of the suite, ended with the database. */
  openPool(config?: PoolConfig): Pool
  drop(): Promise<void>
}

const serverUrl = (): string => {
  const url = process.env.TEST_POSTGRES_URL
  if (!url) throw new Error('no test Postgres: run this test in the jest project "int"')
  return url
}

/** Runs one script on the server's own database. */
const administer = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

/** A database of the suite's own, empty. Made in `beforeAll`, dropped in `afterAll`. */
export const testDatabase = async (): Promise<TestDatabase> => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name} template template0`)
  const address = new URL(serverUrl())
  address.pathname = `/${name}`
  const pools: Pool[] = []
  const openPool = (config: PoolConfig = {}): Pool => {
    const pool = new Pool({ connectionString: address.href, ...config })
    // Some suites end connections on purpose, at work as well as idle.
    pool.on('error', () => undefined)
    pool.on('connect', (client) => client.on('error', () => undefined))
    pools.push(pool)
    return pool
  }
  return {
    name,
    url: address.href,
    pool: openPool(),
    openPool,
    async drop() {
      // A test that failed may not have given its connection back: it is cut off below.
      const ended = Promise.all(pools.map((pool) => pool.end()))
      await Promise.race([ended, sleep(1_000, undefined, { ref: false })])
      await administer(`drop database ${name} with (force)`)
    },
  }
}
