import type { Pool } from 'pg'
import { putInUse } from '../../infra/main/read-models/exchange.ts'
import { createBuild } from '../../infra/read-models/builds.ts'
import { makeDurable, schemaOf } from '../../infra/read-models/ddl.ts'
import { installRegistry } from '../../infra/read-models/registry.ts'
import { inTransaction } from '../../infra/read-models/transaction.ts'
import { coreProjections } from '../../projections/index.ts'
import type { AnyProjection } from '../../projections/runtime/projection.ts'

/** Empty read models, in use from now on, as if the log had nothing in it. */
export const emptyReadModels = async (
  pool: Pool,
  projections: readonly AnyProjection[] = coreProjections,
): Promise<void> => {
  await installRegistry(pool)
  await inTransaction(pool, async (client) => {
    for (const projection of projections) {
      const build = await createBuild(client, projection)
      await client.query(makeDurable(schemaOf(build), projection.views))
      await putInUse(client, build)
    }
  })
}
