import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { StartupProblem } from '../../startup-problem.ts'
import { textTable } from '../text-table.ts'
import type { Client } from './client.ts'
import { expectBody } from './expect.ts'
import type { Guide } from './guide.ts'

const field = z.object({ id: z.int(), name: z.string(), base_type: z.string() })
const table = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  fields: z.array(field),
})
const metadata = z.object({ tables: z.array(table) })
const database = z.object({
  id: z.int(),
  name: z.string(),
  engine: z.string(),
  is_sample: z.boolean(),
  initial_sync_status: z.enum(['incomplete', 'complete', 'aborted']),
  dbms_version: z.string().nullable(),
})
const databases = z.object({ data: z.array(database) })

/** The ids a structured question about orders needs. */
export type Sample = {
  readonly databaseId: number
  readonly orders: number
  readonly field: (name: string) => number
}

/** Just after the first start the sample's tables are still being read. */
const untilSynced = async (client: Client, databaseId: number): Promise<void> => {
  for (let tries = 0; tries < 150; tries += 1) {
    const reply = await client.repeat(`/api/database/${databaseId}`)
    const { initial_sync_status: sync } = expectBody(reply, database, 'The sample database')
    if (sync === 'complete') return
    await sleep(200)
  }
  throw new StartupProblem('The tables of the sample database have not been read. See the log.')
}

const listDatabases = async (client: Client, guide: Guide): Promise<number> => {
  const { data } = expectBody(await client.call('GET', '/api/database'), databases, 'Databases')
  guide.block(
    textTable(
      [{ title: 'id', align: 'right' }, { title: 'database' }, { title: 'engine' }],
      data.map(({ id, name, engine, dbms_version: version }) => [
        String(id),
        name,
        `${engine} ${version ?? ''}`,
      ]),
    ),
  )
  const sample = data.find((one) => one.is_sample)
  if (!sample)
    throw new StartupProblem(
      'The sample database is not there. Bring it back: POST /api/database/sample_database',
    )
  await untilSynced(client, sample.id)
  return sample.id
}

/** Shows the databases and the sample's tables. */
export const lookAround = async (client: Client, guide: Guide): Promise<Sample> => {
  const databaseId = await listDatabases(client, guide)
  const reply = await client.call('GET', `/api/database/${databaseId}/metadata`)
  const { tables } = expectBody(reply, metadata, "The sample's metadata")
  guide.block(
    textTable(
      [
        { title: 'id', align: 'right' },
        { title: 'table' },
        { title: 'fields', align: 'right' },
        { title: 'about' },
      ],
      tables.map(({ id, name, fields, description }) => [
        String(id),
        name,
        String(fields.length),
        description ?? '',
      ]),
    ),
  )
  const orders = tables.find(({ name }) => name === 'orders')
  if (!orders) throw new StartupProblem('The sample database has no table of orders.')
  return {
    databaseId,
    orders: orders.id,
    field: (name) => {
      const found = orders.fields.find((one) => one.name === name)
      if (!found) throw new StartupProblem(`The sample's orders have no field ${name}.`)
      return found.id
    },
  }
}
