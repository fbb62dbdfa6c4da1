import type pg from 'pg'
import { findBuilds } from '../../read-models/builds.ts'
import { publicSchema, publicTables } from '../../read-models/public-views.ts'
import { relationsIn, switchViews } from '../../read-models/switch-views.ts'
import { inTransaction } from '../../read-models/transaction.ts'
import { inExchange, tablesToShow } from './exchange.ts'

/** What strangers may look at is not there: an earlier release put the builds in use. */
const isUnshown = (pool: pg.Pool): Promise<boolean> =>
  inTransaction(pool, async (client) => {
    if ((await findBuilds(client, `state = 'active'`)).length === 0) return false
    const there = await relationsIn(client, publicSchema)
    return publicTables.some((table) => !there.has(table))
  })

/** Shows the builds in use as this release shows them; does nothing where they are. */
export const showAnew = async (pool: pg.Pool): Promise<void> => {
  if (!(await isUnshown(pool))) return
  await inExchange(pool, async (client) => {
    for (const build of await findBuilds(client, `state = 'active'`))
      await switchViews(client, build, await tablesToShow(client, build))
  })
}
