import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { placeInWords } from '../limits/site-limiter.ts'
import { createMetrics } from '../metrics.ts'
import { unsentMails } from '../side-tables/unsent-mails.ts'
import { type Adapters, createAdapters } from './adapters.ts'
import type { BackgroundHooks } from './background.ts'
import { closeOwnAdapters } from './close-adapters.ts'
import { wholeOrNothing } from './endings.ts'
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

/** A worker has no pages that links in mails could lead to. */
const warnOfLinks = async ({ settings }: Adapters, { role }: Config, log: Logger) => {
  if (role === 'worker' && !(await settings.get('site-url')))
    log.warn('set SITE_URL: links in mails lead to this process, which has no pages')
}

/** Brings up what a role is made of over an open storage; answers once it can be used. */
export const startService = (
  storage: Storage,
  config: Config,
  log: Logger,
  hooks: BackgroundHooks = {},
  site?: Site,
): Promise<Service> =>
  wholeOrNothing(async (ends) => {
    const { front, wait } = site ?? (await openSite(config, log))
    ends.add(() => front.stop())
    const parts = partsOf[config.role]
    const { ofLog, projecting } = await layFoundation({ storage, config, log, wait, hooks, ends })
    const adapters = createAdapters(storage, config, log, ofLog)
    ends.add(() => closeOwnAdapters(adapters))
    const begun = parts.sides.includes('command')
      ? await wait('event-store', () => startUp(adapters, config))
      : undefined
    await wait('read-models', () => awaitReadModels({ ...adapters, pool: storage.pool }))
    await adapters.progress.reached(begun?.position ?? 0n, settleMs)
    const work = async (): Promise<Working> => {
      await wait('database', () => adapters.queryLog.arrange())
      const leadership = leadershipOf('worker', ofLog, storage, config, log)
      const working = startWorking(adapters, storage, leadership, log, hooks)
      ends.add(() => working.stop())
      ofLog.progress.onMoved(working.notify)
      await warnOfLinks(adapters, config, log)
      return working
    }
    const working = parts.loops.includes('worker') ? await work() : undefined
    await adapters.limits.tried

    const metrics = createMetrics({
      ...standing(ofLog, storage, { projector: projecting, worker: working }),
      projection: projecting && projectionFacts(adapters, projecting),
      limits: limitsFacts(adapters),
      memory: adapters.memory.facts,
      mails: working && unsentMails(storage.pool),
    })
    const setupToken = begun && !begun.setUp ? await adapters.setupToken.current() : undefined
    const presence = await enter(front, config, log, {
      app: appOf(parts.sides, adapters, storage, config, metrics, log),
      metrics,
      ownServers: adapters.ownServers,
      readiness: readiness(adapters, parts, projecting),
      notes: notesOf({ ...adapters, role: config.role, projecting, working }),
    })
    return {
      ...presence,
      ...{ adapters, setupToken },
      limits: placeInWords(adapters.limits.place()),
      stop: async (options) => {
        await presence.leave(options)
        await ends.run()
      },
    }
  })
