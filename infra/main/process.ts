import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Role } from '../roles.ts'
import { openTelemetry } from '../telemetry/index.ts'
import { partsOf } from './parts.ts'
import { openPlace } from './place.ts'
import type { Running } from './service.ts'
import { openSite, type Site } from './site.ts'
import type { Storage } from './storage.ts'
import { version } from './version.ts'

/** Among others, whoever sends us requests is given this long to hear that we leave. */
const lingerOf = ({ database, role }: Pick<Config, 'database' | 'role'>) =>
  database && partsOf[role].sides.length > 0 ? { lingerMs: 1_000 } : undefined

type Starter = (storage: Storage, config: Config, log: Logger, site: Site) => Promise<Running>

/** Code is loaded by role, too: a projector has no use for engines, pages and charts. */
const starterOf = async (role: Role): Promise<Starter> => {
  if (role === 'projector') return (await import('./projector-process.ts')).startProjectorProcess
  const { startService } = await import('./service.ts')
  return (storage, config, log, site) => startService(storage, config, log, {}, site)
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
  // It takes a moment to load, in which others may wait as well.
  const starter = starterOf(config.role)
  starter.catch(() => undefined)
  const storage = await openPlace(config, log, site.wait).catch(async (error) => {
    await site.front.stop()
    throw error
  })
  site.front.has('database')
  try {
    const telemetry = await openTelemetry(config, version.tag)
    const running = await (await starter)(storage, config, log, site)
    return {
      ...running,
      stop: async () => {
        await running.stop(lingerOf(config))
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
