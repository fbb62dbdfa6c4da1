import { Client, type ClientConfig } from 'pg'
import { ensureDatabase } from '../../infra/embedded/databases.ts'
import { hasSampleData, restoreSampleDatabase } from '../../infra/embedded/sample/restore.ts'
import type { Storage } from '../../infra/main/storage.ts'

const template = 'sample_template'

const withClient = async <T>(config: ClientConfig, work: (client: Client) => Promise<T>) => {
  const client = new Client(config)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Makes the sample's rows, once per run: a copy takes a tenth of the time they take. */
export const ensureSampleTemplate = async (url: string): Promise<void> => {
  await withClient({ connectionString: url }, (client) => ensureDatabase(client, template))
  const address = new URL(url)
  address.pathname = `/${template}`
  await withClient({ connectionString: address.href }, async (client) => {
    if (!(await hasSampleData(client))) await restoreSampleDatabase(client)
  })
}

/** A database that has the sample's rows from the start. */
export const copySample = (superuser: ClientConfig, name: string): Promise<unknown> =>
  withClient({ ...superuser, database: 'postgres' }, (client) =>
    client.query(`create database ${name} template ${template}`),
  )

/** What a service opened over such a copy need not do when it starts. */
export const withSampleThere = (storage: Storage): Storage => {
  let isThere = true
  const restore = async () => {
    if (!isThere) return storage.sample.restore()
    isThere = false
  }
  return { ...storage, sample: { ...storage.sample, restore } }
}
