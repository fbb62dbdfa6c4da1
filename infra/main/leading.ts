import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { isElsewhere, type LogStore } from '../event-store/log-home.ts'
import { leadAlone } from '../leadership/alone.ts'
import type { Leadership } from '../leadership/leadership.ts'
import { leadByLease } from '../leadership/lease.ts'
import { type LeaseRows, leaseRows } from '../leadership/lease-rows.ts'
import { openPool } from '../postgres/pool.ts'
import { fingerprintOf } from '../read-models/ddl.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { LogAdapters } from './log-adapters.ts'
import { storeOf } from './log-place.ts'
import type { Loop } from './parts.ts'
import { processName } from './process-name.ts'
import type { Storage } from './storage.ts'

/** Tells those who feed other builds, as another release does: they lead for themselves. */
const fed = ({ projections }: Pick<LogAdapters, 'projections'>): string =>
  createHash('sha256')
    .update(projections.map(fingerprintOf).sort().join())
    .digest('hex')
    .slice(0, 12)

const leaseOf: Readonly<Record<Loop, (ofLog: Pick<LogAdapters, 'projections'>) => string>> = {
  projector: (ofLog) => `projector ${fed(ofLog)}`,
  worker: () => 'worker',
}

/** A process that the log has moved away from leads nothing: its place is for those who follow it. */
const whileLogIsHere = (rows: LeaseRows, pool: Pool, store: LogStore): LeaseRows => ({
  ...rows,
  find: async (name) => {
    if (await isElsewhere(pool, store))
      throw new StartupProblem('the log is in another store: see EVENTSTORE_URL')
    return rows.find(name)
  },
  renew: async (...lease) => !(await isElsewhere(pool, store)) && rows.renew(...lease),
})

/** Who does the work of a loop: on a Postgres of our own there is nobody else. */
export const leadershipOf = (
  loop: Loop,
  ofLog: Pick<LogAdapters, 'bus' | 'projections'>,
  { connection }: Pick<Storage, 'connection'>,
  { database, eventStoreUrl, role }: Pick<Config, 'database' | 'eventStoreUrl' | 'role'>,
  log: Logger,
): Leadership => {
  if (!database) return leadAlone()
  // A connection of its own: what keeps the others busy must not cost the lease.
  const pool = openPool({ ...connection, max: 1 }, ({ message }) =>
    log.warn({ reason: message }, 'the connection of a lease was lost'),
  )
  const leadership = leadByLease({
    rows: whileLogIsHere(leaseRows(pool), pool, storeOf({ eventStoreUrl })),
    name: leaseOf[loop](ofLog),
    holder: processName(role),
    bus: ofLog.bus,
    onProblem: (message, error) => log.warn({ err: error }, message),
  })
  return {
    ...leadership,
    stop: async () => {
      await leadership.stop()
      await pool.end()
    },
  }
}
