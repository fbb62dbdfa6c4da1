import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { openTelemetry } from '../telemetry/index.ts'
import { openPlace } from './place.ts'
import type { Running } from './service.ts'
import { openSite, type Site } from './site.ts'
import type { Storage } from './storage.ts'
import { version } from './version.ts'

/** Among others, whoever sends us requests is given this long to hear that we leave. */
const lingerMs = 1_000

/** Code is loaded by role, too: a projector has no use for engines, pages and charts. */
const startRole = async (
  storage: Storage,
  config: Config,
  log: Logger,
  site: Site,
): Promise<Running> => {
  if (config.role === 'projector') {
    const { startProjectorProcess } = await import('./projector-process.ts')
    return startProjectorProcess(storage, config, log, site)
  }
  const { startService } = await import('./service.ts')
  return startService(storage, config, log, {}, site)
}

/**
 * All of a process, from the first moment it listens. It waits for servers that are not there yet,
 * until `signal` aborts.
 * @throws {StartupProblem} when the person who starts it has to do something first.
 */
export const startProcess = async (
  config: Config,
  log: Logger,
  signal: AbortSignal,
): Promise<Running> => {
  const site = await openSite(config, log, signal)
  site.front.lacks('database', 'not reached yet')
  const storage = await openPlace(config, log, site.wait).catch(async (error) => {
    await site.front.stop()
    throw error
  })
  site.front.has('database')
  try {
    const telemetry = await openTelemetry(config, version.tag)
    const running = await startRole(storage, config, log, site)
    return {
      ...running,
      stop: async () => {
        await running.stop(config.database && { lingerMs })
        await storage.stop()
        await telemetry.stop()
      },
    }
  } catch (error) {
    await site.front.stop()
    await storage.stop()
    throw error
  }
}
