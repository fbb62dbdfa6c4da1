import type { Projector } from '../../projections/runtime/projector.ts'
import type { Notes, Readiness } from '../http/health.ts'
import { placeInWords } from '../limits/site-limiter.ts'
import type { LimitsFacts, ProjectionFacts } from '../metrics.ts'
import type { Adapters } from './adapters.ts'

/** Readers this far behind should not be asked. */
const mostLagSeconds = 5

/** Seconds since the oldest event that is not applied yet was recorded; 0 at the head. */
export const lagSeconds = async (
  { eventStore }: Pick<Adapters, 'eventStore'>,
  position: bigint,
) => {
  for await (const event of eventStore.readAll({ after: position }))
    return Math.max(0, (Date.now() - Date.parse(event.recordedAt)) / 1_000)
  return 0
}

/** What the metrics tell of the core projection. */
export const projectionFacts =
  (adapters: Pick<Adapters, 'eventStore'>, projector: Projector) =>
  async (): Promise<ProjectionFacts> => {
    const { position, eventsApplied, batches, failures, state } = projector.status()
    return {
      position,
      eventsApplied,
      batches,
      failures: failures.length,
      live: state === 'live',
      lagSeconds: await lagSeconds(adapters, position),
    }
  }

/** What has to be in order before requests should come here. */
export const readiness = (adapters: Adapters, projector: Projector): Readiness => ({
  'event-store': async () => {
    await adapters.eventStore.head()
    return undefined
  },
  'read-models': async () => {
    await adapters.projectionStore.checkpoint()
    return undefined
  },
  projection: async () => {
    const { state, position } = projector.status()
    if (state !== 'live') return state
    const lag = await lagSeconds(adapters, position)
    return lag > mostLagSeconds ? `behind by ${Math.round(lag)} s` : undefined
  },
})

/** Limits hold with Redis and without: being without is worth knowing, and no reason to stop. */
export const readinessNotes = ({ limits }: Pick<Adapters, 'limits'>): Notes => ({
  limits: () => placeInWords(limits.place()),
})

/** What the metrics tell of limits. */
export const limitsFacts =
  ({ limits }: Pick<Adapters, 'limits'>) =>
  (): LimitsFacts => ({
    shared: limits.place().kind === 'redis',
    countedAlone: limits.countedAlone(),
  })
