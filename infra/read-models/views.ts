import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { ReadModels } from '../../shared/views/index.ts'
import { activeSchema } from './ddl.ts'

const viewsOver = (pool: PostgresPool): Kysely<ReadModels> =>
  new Kysely<ReadModels>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }).withSchema(activeSchema)

/** The read models as a query builder, looking at the active schema. */
export const readModelViews = (pool: pg.Pool): Kysely<ReadModels> =>
  viewsOver(pool as unknown as PostgresPool)

/** The same inside a transaction somebody else began and ends: what it wrote so far is visible. */
export const viewsWithin = (client: pg.PoolClient): Kysely<ReadModels> => {
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  return viewsOver({ connect: async () => borrowed, end: async () => undefined } as PostgresPool)
}
