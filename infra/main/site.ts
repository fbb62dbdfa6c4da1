import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { type Front, openFront } from '../http/front.ts'
import { type Patience, patience } from './patience.ts'

/** Where a process comes up: what others see of it meanwhile, and how it waits for what it needs. */
export type Site = { readonly front: Front; readonly wait: Patience }

export const openSite = async (
  config: Pick<Config, 'host' | 'port'>,
  log: Logger,
  signal: AbortSignal = new AbortController().signal,
): Promise<Site> => {
  const front = await openFront(config)
  return { front, wait: patience({ front, log, signal }) }
}
