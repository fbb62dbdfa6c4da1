import {
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import type { FixedSettings } from '../../shared/settings/catalogue.ts'
import type { ReadModels } from '../../shared/views/index.ts'
import { activeSchema } from './ddl.ts'
import { fixedValues } from './fixed-values.ts'
import { publicSchema } from './public-views.ts'

const viewsOver = (
  pool: PostgresPool,
  fixed: FixedSettings,
  schema = activeSchema,
): Kysely<ReadModels> =>
  new Kysely<ReadModels>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new PostgresDriver({ pool }),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [fixedValues(fixed)],
  }).withSchema(schema)

/**
 * The read models as a query builder, looking at the active schema.
 * @param fixed what the environment says of settings
 */
export const readModelViews = (pool: pg.Pool, fixed: FixedSettings): Kysely<ReadModels> =>
  viewsOver(pool as unknown as PostgresPool, fixed)

/** What strangers may see of them, through a pool whose role can see no more. */
export const publicViews = (pool: pg.Pool, fixed: FixedSettings): Kysely<ReadModels> =>
  viewsOver(pool as unknown as PostgresPool, fixed, publicSchema)

/** The read models inside a transaction somebody else began and ends: what it wrote so far is visible. */
export const viewsWithin = (client: pg.PoolClient, fixed: FixedSettings): Kysely<ReadModels> => {
  const borrowed = { query: client.query.bind(client), release: () => undefined }
  const pool = { connect: async () => borrowed, end: async () => undefined } as PostgresPool
  return viewsOver(pool, fixed)
}
