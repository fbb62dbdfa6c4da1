import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { placeInWords } from '../limits/site-limiter.ts'
import { createMetrics } from '../metrics.ts'
import { unsentMails } from '../side-tables/unsent-mails.ts'
import { type Adapters, createAdapters } from './adapters.ts'
import { type BackgroundHooks, stopBackground } from './background.ts'
import { closeAdapters } from './close-adapters.ts'
import { limitsFacts, projectionFacts, readiness, standing } from './facts.ts'
import { layFoundation } from './foundation.ts'
import { leadershipOf } from './leading.ts'
import { notesOf } from './notes.ts'
import { partsOf } from './parts.ts'
import { enter } from './presence.ts'
import { awaitReadModels } from './read-models/what-differs.ts'
import { appOf } from './serving.ts'
import { openSite, type Site } from './site.ts'
import { startUp } from './start-up.ts'
import type { Storage } from './storage.ts'
import { startWorking, type Working } from './working.ts'

/** A process at work. */
export type Running = {
  readonly url: string
  readonly metricsUrl: string | undefined
  /** Present while nobody has set the service up, where that can be done. */
  readonly setupToken?: string | undefined
  /** In words, where calls are counted; undefined where there are none. */
  readonly limits?: string
  /** Finishes what is under way, within 10 s. */
  stop(options?: { readonly lingerMs?: number }): Promise<void>
}

export type Service = Running & { readonly adapters: Adapters }

/** How long a start waits until readers see what it has done. */
const settleMs = 10_000

/** Brings up what a role is made of over an open storage; answers once it can be used. */
export const startService = async (
  storage: Storage,
  config: Config,
  log: Logger,
  hooks: BackgroundHooks = {},
  site?: Site,
): Promise<Service> => {
  const { front, wait } = site ?? (await openSite(config, log))
  const parts = partsOf[config.role]
  const isCommandSide = parts.sides.includes('command')
  let working: Working | undefined
  const { ofLog, projecting } = await layFoundation({ storage, config, log, wait, hooks })
  const adapters = createAdapters(storage, config, log, ofLog)
  const begun = isCommandSide
    ? await wait('event-store', () => startUp(adapters, config))
    : undefined
  await wait('read-models', () => awaitReadModels({ ...adapters, pool: storage.pool }))
  await adapters.progress.reached(begun?.position ?? 0n, settleMs)
  if (parts.loops.includes('worker')) {
    await adapters.queryLog.arrange()
    const leadership = leadershipOf('worker', ofLog, storage, config, log)
    working = startWorking(adapters, storage, leadership, log, hooks)
    ofLog.progress.onMoved(working.notify)
  }
  await adapters.limits.tried

  const metrics = createMetrics({
    ...standing(ofLog, storage, { projector: projecting, worker: working }),
    projection: projecting && projectionFacts(adapters, projecting),
    limits: limitsFacts(adapters),
    memory: adapters.memory.facts,
    mails: working && unsentMails(storage.pool),
  })
  const presence = await enter(front, config, log, {
    app: appOf(parts.sides, adapters, storage, config, metrics, log),
    metrics,
    ownServers: adapters.ownServers,
    readiness: readiness(adapters, parts, projecting),
    notes: notesOf({ ...adapters, role: config.role, projecting, working }),
  })
  return {
    ...presence,
    setupToken: begun && !begun.setUp ? await adapters.setupToken.current() : undefined,
    limits: placeInWords(adapters.limits.place()),
    adapters,
    stop: async (options) => {
      await presence.leave(options)
      await stopBackground(adapters, { projecting, working })
      await closeAdapters(adapters)
    },
  }
}
