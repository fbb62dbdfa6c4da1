import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { leadAlone } from '../leadership/alone.ts'
import type { Leadership } from '../leadership/leadership.ts'
import { leadByLease } from '../leadership/lease.ts'
import { leaseRows } from '../leadership/lease-rows.ts'
import { openPool } from '../postgres/pool.ts'
import { fingerprintOf } from '../read-models/ddl.ts'
import type { LogAdapters } from './log-adapters.ts'
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

/** Who does the work of a loop: on a Postgres of our own there is nobody else. */
export const leadershipOf = (
  loop: Loop,
  ofLog: Pick<LogAdapters, 'bus' | 'projections'>,
  { connection }: Pick<Storage, 'connection'>,
  { database, role }: Pick<Config, 'database' | 'role'>,
  log: Logger,
): Leadership => {
  if (!database) return leadAlone()
  // A connection of its own: what keeps the others busy must not cost the lease.
  const pool = openPool({ ...connection, max: 1 }, ({ message }) =>
    log.warn({ reason: message }, 'the connection of a lease was lost'),
  )
  const leadership = leadByLease({
    rows: leaseRows(pool),
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
