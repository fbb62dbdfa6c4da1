import type { Pool } from 'pg'
import pino from 'pino'
import { localBus } from '../../infra/bus/local.ts'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { leadByLease } from '../../infra/leadership/lease.ts'
import { leaseRows } from '../../infra/leadership/lease-rows.ts'
import { startProjecting } from '../../infra/main/projecting.ts'
import { openPool } from '../../infra/postgres/pool.ts'
import { postgresProjectionStore } from '../../infra/read-models/projection-store.ts'
import { coreProjections } from '../../projections/index.ts'
import { plainPersonalData } from './command.ts'

/** Short, so that nobody waits long for a lease to end. */
export const shortTimes = { lease: 2_500, renewal: 200, margin: 500 }

export const leaseName = 'projector'

/** Feeds read models as a process of that role does: whenever it leads. */
export const startLeadingProjector = (
  url: string,
  holder: string,
  pool: Pool = openPool({ connectionString: url }, () => undefined),
) => {
  const connection = { connectionString: url }
  const eventStore = postgresEventStore({ pool, listen: connection })
  const leases = openPool({ ...connection, max: 1 }, () => undefined)
  const leadership = leadByLease({
    rows: leaseRows(leases),
    name: leaseName,
    holder,
    bus: localBus(),
    onProblem: () => undefined,
    times: shortTimes,
  })
  const projecting = startProjecting(
    {
      eventStore,
      projections: coreProjections,
      projectionStoreOf: ({ fence }) => postgresProjectionStore(pool, coreProjections, fence),
      personalData: plainPersonalData() as never,
    },
    leadership,
    pino({ level: 'silent' }),
    { onCheckpoint: () => undefined },
  )
  return {
    facts: projecting.leadership,
    stop: async () => {
      await projecting.stop()
      await eventStore.close()
      await Promise.all([leases.end(), pool.end()])
    },
  }
}
