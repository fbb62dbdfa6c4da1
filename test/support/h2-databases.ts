import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { tapH2 } from '../../infra/engines/h2/tap.ts'

/** An empty database of nobody's. */
export const templateName = 'template'

/** The test server; its path is the directory of the databases. */
export const h2Url = (): URL => {
  const url = process.env.TEST_H2_URL
  if (!url) throw new Error('no test H2: run this test in the jest project "int"')
  return new URL(url)
}

const fileOf = (url: URL, database: string): string => join(url.pathname, `${database}.mv.db`)

type User = { readonly user: string; readonly password: string }

/** As administrator, unless told otherwise. */
export const openH2 = async (url: URL, database: string, as?: User): Promise<Client> => {
  const client = new Client({
    host: url.hostname,
    port: Number(url.port),
    database,
    user: as?.user ?? url.username,
    password: as?.password ?? url.password,
  })
  client.on('error', () => undefined)
  tapH2(client.connection)
  await client.connect()
  return client
}

type Rows = readonly Record<string, unknown>[]

/** Runs statements one by one; answers the last one's rows. */
export const runOnH2 = async (
  url: URL,
  database: string,
  statements: readonly string[],
): Promise<Rows> => {
  const client = await openH2(url, database)
  try {
    let rows: Rows = []
    for (const statement of statements) ({ rows } = await client.query(statement))
    return rows
  } finally {
    await client.end()
  }
}

export const createH2Database = (url: URL, database: string): void =>
  copyFileSync(fileOf(url, templateName), fileOf(url, database))

/** Whoever is connected is cut off. */
export const dropH2Database = async (url: URL, database: string): Promise<void> => {
  const client = await openH2(url, database)
  const closed = new Promise<void>((resolve) => client.once('end', () => resolve()))
  await client.query('shutdown immediately').catch(() => undefined)
  await client.end().catch(() => undefined)
  await closed
  rmSync(fileOf(url, database), { force: true })
  rmSync(join(url.pathname, `${database}.trace.db`), { force: true })
}
