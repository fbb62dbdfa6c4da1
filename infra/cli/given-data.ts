import type { Logger } from 'pino'
import type { Config, DatabaseConfig } from '../config.ts'
import { leaseRows } from '../leadership/lease-rows.ts'
import { createAdapters } from '../main/adapters.ts'
import { closeAdapters } from '../main/close-adapters.ts'
import { openGivenStorage } from '../main/given-storage.ts'
import { createLogAdapters } from '../main/log-adapters.ts'
import { assertLogPlace } from '../main/log-place.ts'
import { type Patience, whatIsMissing } from '../main/patience.ts'
import type { Storage } from '../main/storage.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { Data } from './open-data.ts'

/** Whoever sits at a terminal is told, rather than kept waiting. */
const atOnce: Patience = (_, attempt) =>
  attempt().catch((error: unknown) => {
    const missing = whatIsMissing(error)
    throw missing ? new StartupProblem(missing.reason) : error
  })

/** A process that leads has said so within the last seconds. */
const someoneLeads = async ({ pool }: Storage): Promise<boolean> => {
  const leases = await leaseRows(pool).all()
  return leases.some(({ leftMs }) => leftMs > 0)
}

/** Runs work on an operator's Postgres as the login of a process that is everything at once. */
export const withGivenData = async <T>(
  config: Config,
  { url }: DatabaseConfig,
  log: Logger,
  work: (data: Data) => Promise<T>,
): Promise<T> => {
  // It is prepared by `database prepare`, not in passing.
  const own = { ...config, role: 'all', database: { url, adminUrl: undefined } } as const
  const storage = await openGivenStorage(own, log, atOnce)
  try {
    await assertLogPlace(storage, config)
    // Nobody calls a command: there is nothing to count.
    const ofLog = await createLogAdapters(storage, own, log)
    const adapters = createAdapters(storage, { ...own, redis: undefined }, log, ofLog)
    try {
      return await work({ storage, adapters, serviceRuns: await someoneLeads(storage) })
    } finally {
      await closeAdapters(adapters)
    }
  } finally {
    await storage.stop()
  }
}
