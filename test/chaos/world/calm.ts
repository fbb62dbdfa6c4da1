import { until } from '../../support/until.ts'
import type { Calm } from '../invariants/evidence.ts'
import { ask } from './postgres.ts'

export type Watched = {
  /** Superuser's, on the database of the service. */
  readonly database: string
  /** Position of the newest event. */
  head(): Promise<bigint>
  /** By name, where each process says how it is. */
  readonly health: readonly { readonly name: string; readonly url: string }[]
  /** Milliseconds the read models have to be at the head again. */
  readonly mostCatchUpMs: number
  /** What the pools of all processes hold at most. */
  readonly mostConnections: number
  /** Processes that ended and should not have, or run and should not. */
  zombies(): readonly string[]
}

/** Milliseconds all of it may take; how long it took is for the invariants to judge. */
const limit = 240_000

const healthOf = async ({ name, url }: Watched['health'][number]): Promise<string | undefined> => {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const text = await answer.text()
    return answer.status === 200 ? undefined : `${name}: ${text}`
  } catch (error) {
    return `${name}: ${error}`
  }
}

export const unhealthy = async (health: Watched['health']): Promise<readonly string[]> =>
  (await Promise.all(health.map(healthOf))).filter((it) => it !== undefined)

/** @throws when that takes too long. */
export const untilHealthy = (health: Watched['health']): Promise<unknown> =>
  until(
    () => unhealthy(health),
    (ill) => ill.length === 0,
    limit,
  )

const checkpoint = `select position::text as position from rm.checkpoint`

const isCaughtUp = async ({ database, head }: Watched): Promise<boolean> => {
  const [row] = await ask<{ position: string }>(database, checkpoint)
  return BigInt(row?.position ?? 0) >= (await head())
}

/** Sessions that wait for others, or keep others waiting, for longer than any work of ours takes. */
const stuckSessions = `
select pid, coalesce(application_name, '') as name, state, left(query, 80) as query
  from pg_stat_activity
 where datname = current_database() and pid <> pg_backend_pid()
   and ((state = 'idle in transaction' and state_change < now() - interval '5 seconds')
     or (wait_event_type = 'Lock' and query_start < now() - interval '5 seconds'))`

const connections = `
select count(*)::int as n from pg_stat_activity
 where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`

const quietly = <T>(work: Promise<T>, otherwise: T): Promise<T> => work.catch(() => otherwise)

/** Waits until all is well again, and says what is not. */
export const calmAfter = async (watched: Watched): Promise<Calm> => {
  const startedAt = performance.now()
  const found = async <T>(look: () => Promise<T>, isRight: (it: T) => boolean) => {
    const left = Math.max(0, limit - (performance.now() - startedAt))
    return until(look, isRight, left).catch(look)
  }
  const caughtUp = await found(
    () => quietly(isCaughtUp(watched), false),
    (it) => it,
  )
  const caughtUpMs = caughtUp ? performance.now() - startedAt : undefined
  const ill = await found(
    () => unhealthy(watched.health),
    (it) => it.length === 0,
  )
  const stuck = await found(
    () => ask<Record<string, unknown>>(watched.database, stuckSessions),
    (rows) => rows.length === 0,
  )
  const { mostConnections } = watched
  const held = await found(
    async () => (await ask<{ n: number }>(watched.database, connections))[0]?.n ?? 0,
    (n) => n <= mostConnections,
  )
  return {
    caughtUpMs,
    mostCatchUpMs: watched.mostCatchUpMs,
    unhealthy: ill,
    stuck: stuck.map((row) => JSON.stringify(row)),
    connections: held,
    mostConnections,
    zombies: watched.zombies(),
  }
}
