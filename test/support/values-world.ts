import { asNewUser, type Caller } from './caller.ts'
import { type CardWorld, cardWorld } from './card-world.ts'
import type { TestService } from './service.ts'

/** Things of many types with little in them, and more words than a list holds. */
const things = [
  'create table things (n bigint, day date, price numeric(6,2), mark uuid, note text)',
  `insert into things values
    (9007199254740993, '2024-02-29', 1.5, '00000000-0000-0000-0000-0000000000ab', '50% OFF'),
    (2, null, null, null, ''), (3, '2023-12-31', 1.50, null, null)`,
  `create table words as select 'word ' || n as word from generate_series(1, 1001) n`,
]

/** People, their orders and other things whose values are asked for, by people of all rights. */
export type ValuesWorld = CardWorld & {
  /** A collection the reader may read. */
  readonly readable: number
  /** May ask everything but the orders, which are in a schema of their own. */
  readonly analyst: Caller
  /** Of a field, e.g. `people.city`. */
  readonly id: (field: string) => number
  /** `["dimension", ["field", id, options]]` */
  readonly about: (field: string, options?: object | null) => readonly unknown[]
  /** Of a table, e.g. `orders`. */
  readonly table: (name: string) => number
}

const permitted = async (world: CardWorld, app: TestService): Promise<Caller> => {
  const { admin, databaseId } = world
  const analyst = await asNewUser(app, admin)
  const { body: me } = await analyst.get('/api/user/current')
  const { body: group } = await admin.post('/api/permissions/group', { name: 'Analysts' })
  await admin.post('/api/permissions/membership', { group_id: group.id, user_id: me.id })
  const { revision } = (await admin.get('/api/permissions/graph')).body
  const groups = { [group.id]: { [databaseId]: { data: { schemas: { public: 'all' } } } } }
  const { status, body } = await admin.put('/api/permissions/graph', { revision, groups })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return analyst
}

type Named = { readonly id: number; readonly name: string; readonly table_name: string }

export const valuesWorld = async (app: TestService): Promise<ValuesWorld> => {
  const world = await cardWorld(app)
  const { admin, customer, databaseId } = world
  await customer.run(...things)
  await admin.post(`/api/database/${databaseId}/sync_schema`)
  await admin.synced(databaseId)
  const fields: readonly Named[] = (await admin.get(`/api/database/${databaseId}/fields`)).body
  const tables: readonly Named[] = (await admin.get('/api/table')).body.filter(
    ({ db_id }: { db_id: number }) => db_id === databaseId,
  )
  const id = (name: string): number => {
    const found = fields.find((field) => `${field.table_name}.${field.name}` === name)
    if (!found) throw new Error(`There is no field ${name}.`)
    return found.id
  }
  const readable = await world.create('Readable')
  await world.open(readable, 'read')
  return {
    ...world,
    readable,
    analyst: await permitted(world, app),
    id,
    about: (field, options = null) => ['dimension', ['field', id(field), options]],
    table: (name) => tables.find((table) => table.name === name)?.id ?? 0,
  }
}
