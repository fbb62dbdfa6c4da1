import pg from 'pg'
import { startPostgres } from '../support/postgres.ts'
import { connectDatabase } from './customer-database.ts'
import { belowResult, type Measure, quantile } from './measure.ts'
import type { Stage } from './stage.ts'

const slowQueries = 8
const names = ['slow', 'quick'] as const

const native = (database: number, query: string) => ({
  database,
  type: 'native',
  native: { query },
})

/** Keeps a database busy with queries that take a second each, until told to stop. */
const keepBusy = (stage: Stage, database: number): (() => Promise<void>) => {
  let isOver = false
  const loops = Array.from({ length: slowQueries }, async () => {
    const caller = stage.service.caller()
    while (!isOver) {
      const slow = native(database, 'select pg_sleep(1)::text')
      const { body } = await caller.call('POST', '/api/dataset', slow)
      if (JSON.parse(body).status !== 'completed') throw new Error(body)
    }
    caller.close()
  })
  return async () => {
    isOver = true
    await Promise.all(loops)
  }
}

export const slowNeighbours: Measure = {
  name: 'slow-neighbours',
  about: `what others wait while ${slowQueries} slow queries keep one database busy`,
  async run(stage) {
    const server = await startPostgres()
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    for (const name of names) await client.query(`create database ${name}`)
    const { hostname: host, port, username: user, password } = new URL(server.url)
    const connect = (dbname: string) =>
      connectDatabase(stage, 'postgres', { host, port: Number(port), dbname, user, password })
    const [slow, quick] = [await connect('slow'), await connect('quick')]
    const stop = keepBusy(stage, slow.id)
    const caller = stage.service.caller()
    const [queries, properties]: [number[], number[]] = [[], []]
    const count = stage.quick ? 200 : 2_000
    for (let index = 0; index < count; index += 1) {
      if (index % 50 === 0) stage.progress(`request ${index} of ${count}`)
      queries.push((await caller.call('POST', '/api/dataset', native(quick.id, 'select 1'))).ms)
      properties.push((await caller.call('GET', '/api/session/properties')).ms)
    }
    caller.close()
    await stop()
    await client.end()
    await server.stop()
    const beside = `beside ${slowQueries} slow queries, 99 of 100`
    return [
      belowResult(`query of another database ${beside}`, 'ms', quantile(queries, 0.99), 300),
      belowResult(`GET /api/session/properties ${beside}`, 'ms', quantile(properties, 0.99), 300),
    ]
  },
}
