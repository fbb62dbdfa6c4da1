import type { Caller } from './caller.ts'
import { type CollectionWorld, collectionWorld } from './collection-world.ts'
import { createSchema } from './customer-schema.ts'
import { type Customer, openCustomer } from './customers.ts'
import type { TestService } from './service.ts'

type Query = Readonly<Record<string, unknown>>

/** Questions about a database that only admins may ask, in collections of a closed root. */
export type CardWorld = CollectionWorld & {
  readonly customer: Customer
  readonly databaseId: number
  /** `people`: 30 rows of three cities. */
  readonly tableId: number
  /** A query of `people`; `more` goes into its `query`. */
  people(more?: object): Query
  sql(query: string): Query
  on(cardId: number, more?: object): Query
  /** Saves a question as admin; answers its id. */
  save(query: Query, more?: object, by?: Caller): Promise<number>
  close(): Promise<void>
}

export const cardBody = (dataset_query: Query, more: object = {}) => ({
  name: 'A question',
  display: 'table',
  visualization_settings: {},
  dataset_query,
  ...more,
})

export const cardWorld = async (app: TestService): Promise<CardWorld> => {
  const [world, customer] = await Promise.all([collectionWorld(app), openCustomer('postgres')])
  const { admin } = world
  await createSchema(customer)
  const databaseId = await admin.connect(customer)
  await admin.synced(databaseId)
  const { body } = await admin.get(`/api/database/${databaseId}/metadata?table=people`)
  const tableId: number = body.tables[0].id
  const structured = (query: object) => ({ database: databaseId, type: 'query', query })
  return {
    ...world,
    customer,
    databaseId,
    tableId,
    people: (more = {}) => structured({ 'source-table': tableId, ...more }),
    sql: (query) => ({ database: databaseId, type: 'native', native: { query } }),
    on: (cardId, more = {}) => structured({ 'source-table': `card__${cardId}`, ...more }),
    save: async (query, more = {}, by = admin) => {
      const answer = await by.post('/api/card', cardBody(query, more))
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body.id
    },
    close: () => customer.close(),
  }
}
