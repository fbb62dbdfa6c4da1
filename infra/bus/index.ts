import { createHash } from 'node:crypto'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { ObservedBus } from './facts.ts'
import { localBus } from './local.ts'
import { postgresBus } from './postgres.ts'

export type BusConfig = {
  /** Where hints go when it is given. */
  readonly natsUrl: string | undefined
  /** The database that other processes share with this one; undefined where there are none. */
  readonly shared: ClientConfig | undefined
  /** What the installation is told from others by: the same in all of its processes. */
  readonly installation: string
  /** Of this process. */
  readonly name: string
}

/** A word that says nothing of what it is made of, and fits into a subject. */
const wordOf = (installation: string): string =>
  createHash('sha256').update(installation).digest('hex').slice(0, 16)

/** The way hints take: over NATS, over the shared database, or nowhere but this process. */
export const openBus = async (config: BusConfig, log: Logger): Promise<ObservedBus> => {
  const { natsUrl, shared, name } = config
  const onProblem = (error: unknown) => log.warn({ err: error }, 'hints')
  const watcher = {
    onLost: (reason: string) =>
      log.warn({ reason }, 'hints: no way to other processes, news is found by looking'),
    onBack: () => log.info('hints: back'),
    onProblem,
  }
  if (natsUrl !== undefined) {
    const installation = wordOf(config.installation)
    const { natsBus } = await import('./nats.ts')
    return natsBus({ url: natsUrl, installation, name, ...watcher })
  }
  return shared ? postgresBus({ connection: shared, ...watcher }) : localBus(onProblem)
}
