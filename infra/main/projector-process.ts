import type { Logger } from 'pino'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { Config } from '../config.ts'
import { refusing } from '../http/front.ts'
import { createMetrics } from '../metrics.ts'
import { wholeOrNothing } from './endings.ts'
import { projectionFacts, readiness, standing } from './facts.ts'
import { layFoundation } from './foundation.ts'
import { notesOf } from './notes.ts'
import { partsOf } from './parts.ts'
import { enter } from './presence.ts'
import type { Running } from './service.ts'
import type { Site } from './site.ts'
import type { Storage } from './storage.ts'

const nothingHere = refusing(new Refusal('not-found', 'There is nothing at this address.'))

/** Feeds the read models and nothing else: of adapters it has those of the log alone. */
export const startProjectorProcess = (
  storage: Storage,
  config: Config,
  log: Logger,
  { front, wait }: Site,
): Promise<Running> =>
  wholeOrNothing(async (ends) => {
    const laid = await layFoundation({ storage, config, log, wait, hooks: {}, ends })
    const { ofLog, projecting } = laid
    const presence = await enter(front, config, log, {
      app: nothingHere,
      metrics: createMetrics({
        ...standing(ofLog, storage, { projector: projecting }),
        projection: projecting && projectionFacts(ofLog, projecting),
      }),
      readiness: readiness(ofLog, partsOf[config.role], projecting),
      notes: notesOf({ ...ofLog, role: config.role, projecting }),
    })
    return {
      ...presence,
      stop: async (options) => {
        await presence.leave(options)
        await ends.run()
      },
    }
  })
