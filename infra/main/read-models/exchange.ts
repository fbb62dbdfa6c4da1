import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Build } from '../../../shared/ports/projection-store.ts'
import { buildsOf, findBuilds, setState } from '../../read-models/builds.ts'
import { activeSchema, schemaOf } from '../../read-models/ddl.ts'
import { withGate } from '../../read-models/gate.ts'
import { relationsIn, switchViews } from '../../read-models/switch-views.ts'
import { StartupProblem } from '../../startup-problem.ts'

/**
 * So long may an exchange make readers and writers wait before it lets them go first. Its
 * transaction hears nothing while a build catches up, which is done by other connections.
 */
const limits = { patience: '250ms', silence: '60000ms' } as const
const tries = 30
const pauseMs = 100

/** It cannot be done just now; a moment later it may. */
export class NotNow extends Error {}

const isInUse = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')

/**
 * Runs work in a transaction during which no projector moves, as often as it takes to find everybody
 * out of the way who reads what it exchanges.
 */
export const inExchange = async <T>(
  pool: pg.Pool,
  exchange: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  let reason = ''
  for (let attempt = 0; attempt < tries; attempt += 1) {
    try {
      return await withGate(pool, limits, exchange)
    } catch (error) {
      if (!isInUse(error) && !(error instanceof NotNow)) throw error
      reason = error instanceof NotNow ? error.message : inUse
    }
    await sleep(pauseMs)
  }
  throw new StartupProblem(reason)
}

const inUse =
  'Somebody read from the read models for too long, so they could not be exchanged. ' +
  'Nothing was changed; try again.'

/** Tables of a build that no other projection has taken over since. */
export const tablesToShow = async (
  client: pg.ClientBase,
  build: Build,
): Promise<readonly string[]> => {
  const others = await findBuilds(client, `state = 'active' and projection <> $1`, [
    build.projection,
  ])
  const taken = new Set<string>()
  for (const other of others)
    for (const table of (await relationsIn(client, schemaOf(other))).keys()) taken.add(table)
  const own = await relationsIn(client, schemaOf(build))
  return [...own.keys()].filter((table) => !taken.has(table))
}

/** Shows readers these tables of a build from the end of the transaction on. */
export const putInUse = async (
  client: pg.ClientBase,
  build: Build,
  tables?: readonly string[],
): Promise<void> => {
  await switchViews(client, build, tables ?? (await tablesToShow(client, build)))
  const [active] = (await buildsOf(client, build.projection)).filter(
    ({ state }) => state === 'active',
  )
  if (active) await setState(client, active.id, 'previous')
  await setState(client, build.id, 'active')
  await client.query(
    `select pg_notify('rm_checkpoint', position::text) from ${activeSchema}.checkpoint`,
  )
}
