import { LogMoved } from '../event-store/log-moved.ts'
import type { Check, Readiness } from '../http/health.ts'
import type { CountingPlace } from '../limits/site-limiter.ts'
import type { LeadershipsFacts } from '../metrics/processes.ts'
import type { LimitsFacts, ProjectionFacts } from '../metrics.ts'
import type { Adapters } from './adapters.ts'
import type { LogAdapters } from './log-adapters.ts'
import type { Parts } from './parts.ts'
import type { Projecting } from './projecting.ts'
import type { Storage } from './storage.ts'
import type { Working } from './working.ts'

/** Readers this far behind should not be asked. */
const mostLagSeconds = 5

/** Seconds since the oldest event that is not applied yet was recorded; 0 at the head. */
export const lagSeconds = async (
  { eventStore }: Pick<LogAdapters, 'eventStore'>,
  position: bigint,
) => {
  for await (const event of eventStore.readAll({ after: position }))
    return Math.max(0, (Date.now() - Date.parse(event.recordedAt)) / 1_000)
  return 0
}

type Reading = Pick<LogAdapters, 'eventStore' | 'projectionStore'>

/** What the metrics tell of the read models; the log itself says how far behind they are. */
export const projectionFacts =
  ({ eventStore, projectionStore }: Reading, projecting: Projecting) =>
  async (): Promise<ProjectionFacts> => {
    const status = projecting.status()
    const position = status?.position ?? (await projectionStore.checkpoint())
    const failures = status?.failures ?? (await projectionStore.failures())
    return {
      position,
      eventsApplied: status?.eventsApplied ?? 0,
      batches: status?.batches ?? 0,
      failures: failures.length,
      live: status?.state === 'live',
      lagSeconds: await lagSeconds({ eventStore }, position),
    }
  }

const behind = async (adapters: Reading, position: bigint): Promise<string | undefined> => {
  const lag = await lagSeconds(adapters, position)
  return lag > mostLagSeconds ? `behind by ${Math.round(lag)} s` : undefined
}

const logIsThere =
  ({ eventStore }: Reading): Check =>
  async () => {
    const head = eventStore.head().then(() => undefined)
    return head.catch((error) => {
      if (error instanceof LogMoved) return 'moved to another store'
      throw error
    })
  }

/**
 * What has to be in order before requests should come here. Whoever only reads goes on without the
 * log; whoever only writes, without readers being up to date.
 */
export const readiness = (
  adapters: Reading,
  { sides, loops }: Parts,
  projecting: Projecting | undefined,
): Readiness => {
  const writes = sides.includes('command') || loops.length > 0
  const reads = sides.includes('query')
  const projection: Check = async () => {
    const status = projecting?.status()
    if (status && status.state !== 'live') return status.state
    const position = status?.position ?? (await adapters.projectionStore.checkpoint())
    const late = behind(adapters, position)
    return writes ? late : late.catch(() => undefined)
  }
  return {
    ...(writes && { 'event-store': logIsThere(adapters) }),
    'read-models': async () => {
      await adapters.projectionStore.checkpoint()
      return undefined
    },
    ...((reads || projecting) && { projection }),
  }
}

const placeFacts = (place: CountingPlace) => ({
  shared: place.kind === 'redis',
  wanted: place.kind === 'redis' || place.reason !== undefined,
})

/** What every process has to tell of where it stands, and of what it leads. */
export const standing = (
  { eventStore, bus }: Pick<LogAdapters, 'eventStore' | 'bus'>,
  { pool, publicPool, patientPool }: Pick<Storage, 'pool' | 'publicPool' | 'patientPool'>,
  led: { readonly projector?: Projecting | undefined; readonly worker?: Working | undefined },
) => ({
  head: () => eventStore.head(),
  bus: bus.facts,
  pools: { own: pool, public: publicPool, patient: patientPool },
  leadership: (): LeadershipsFacts =>
    Object.fromEntries(
      Object.entries(led).flatMap(([name, loop]) => (loop ? [[name, loop.leadership()]] : [])),
    ),
})

/** What the metrics tell of limits. */
export const limitsFacts =
  ({ limits }: Pick<Adapters, 'limits'>) =>
  (): LimitsFacts => ({
    ...placeFacts(limits.place()),
    countedAlone: limits.countedAlone(),
  })
