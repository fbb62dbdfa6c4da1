import { createConnection } from 'mysql2/promise'
import pg from 'pg'
import { startH2 } from '../support/h2.ts'
import { createH2Database, openH2 } from '../support/h2-databases.ts'
import { startMariaDb } from '../support/mariadb.ts'
import { startPostgres } from '../support/postgres.ts'
import { connectDatabase } from './customer-database.ts'
import { addedResult, interleave, type Measure, median, type Result } from './measure.ts'
import type { Stage } from './stage.ts'

const database = 'bench'
const sql = 'select id, total from orders where id = 471'

const tables = [
  'create table orders (id integer primary key, total numeric(10, 2))',
  `insert into orders values ${Array.from({ length: 1_000 }, (_, id) => `(${id}, ${id}.5)`).join(', ')}`,
]

/** A server just started, and its client package with nothing around it. */
type Bare = {
  readonly url: URL
  run(statement: string): Promise<unknown>
  stop(): Promise<void>
}

const postgres = async (): Promise<Bare> => {
  const server = await startPostgres()
  const url = new URL(server.url)
  const administrator = new pg.Client({ connectionString: url.href })
  await administrator.connect()
  await administrator.query(`create database ${database}`)
  await administrator.end()
  url.pathname = `/${database}`
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  return {
    url,
    run: (statement) => client.query(statement),
    stop: () => client.end().then(server.stop),
  }
}

const mysql = async (): Promise<Bare> => {
  const server = await startMariaDb()
  const connection = await createConnection(server.url)
  await connection.query(`create database ${database}`)
  await connection.query(`use ${database}`)
  return {
    url: new URL(server.url),
    run: (statement) => connection.query(statement),
    stop: () => connection.end().then(server.stop),
  }
}

const h2 = async (): Promise<Bare> => {
  const server = await startH2()
  const url = new URL(server.url)
  createH2Database(url, database)
  const client = await openH2(url, database)
  return {
    url,
    run: (statement) => client.query(statement),
    stop: () => client.end().then(server.stop),
  }
}

const starters = { postgres, mysql, h2 } as const

const compare = async (stage: Stage, engine: keyof typeof starters): Promise<Result> => {
  stage.progress(`starting ${engine}`)
  const bare = await starters[engine]()
  const caller = stage.service.caller()
  try {
    for (const statement of tables) await bare.run(statement)
    const { hostname: host, port, username: user, password } = bare.url
    const details = { host, port: Number(port), dbname: database, user, password }
    const { id, table, field } = await connectDatabase(stage, engine, details)
    const query = {
      'source-table': table('orders'),
      fields: [field('orders', 'id'), field('orders', 'total')],
      filter: ['=', field('orders', 'id'), 471],
    }
    const question = { database: id, type: 'query', query }
    const count = stage.quick ? 100 : 1_000
    const medianOf = async (once: () => Promise<unknown>): Promise<number> => {
      const times: number[] = []
      for (let index = 0; index < count; index += 1) {
        const began = performance.now()
        await once()
        times.push(performance.now() - began)
      }
      return median(times)
    }
    const { status } = JSON.parse((await caller.call('POST', '/api/dataset', question)).body)
    if (status !== 'completed') throw new Error(`The question to ${engine} ${status}.`)
    const times = await interleave(stage, 3, {
      bare: () => medianOf(() => bare.run(sql)),
      service: () => medianOf(() => caller.call('POST', '/api/dataset', question)),
    })
    return addedResult(`question of one row to ${engine}`, times.service, times.bare)
  } finally {
    caller.close()
    await bare.stop()
  }
}

export const engines: Measure = {
  name: 'engines',
  about: 'a question over the API against the bare client package of its engine',
  async run(stage) {
    return [
      await compare(stage, 'postgres'),
      await compare(stage, 'mysql'),
      await compare(stage, 'h2'),
    ]
  },
}
