import { closeSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Config } from './config.ts'
import { makeDirectory } from './directory.ts'
import { StartupProblem } from './startup-problem.ts'

/** Keys whose values never reach a log, wherever they stand. */
const secretKeys = ['password', 'new_password', 'token', 'secret', 'authorization', 'cookie']

const redact = secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`])

/** A log file of this size is put aside at the next start. */
const mostBytes = 20 * 1024 * 1024

const ownersOnly = 0o600

const sizeOf = (path: string): number => {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}

/** The log of a service somebody watches in a terminal: the screen stays calm. */
export const logFile = (dataDirectory: string): string => join(dataDirectory, 'service.log')

const fileDestination = (dataDirectory: string): DestinationStream => {
  try {
    makeDirectory(dataDirectory, 0o755)
  } catch {
    throw new StartupProblem(
      `No directory can be made at ${dataDirectory}. Choose another one with DATA_DIR.`,
    )
  }
  const path = logFile(dataDirectory)
  if (sizeOf(path) > mostBytes) renameSync(path, `${path}.1`)
  return pino.destination({ dest: path, mode: ownersOnly, sync: false })
}

const takesLog = (dataDirectory: string): boolean => {
  try {
    makeDirectory(dataDirectory, 0o755)
    closeSync(openSync(logFile(dataDirectory), 'a', ownersOnly))
    return true
  } catch {
    return false
  }
}

const destinations = {
  stdout: () => pino.destination(1),
  stderr: () => pino.destination(2),
  file: fileDestination,
} as const

/**
 * A service of one process has its screen on standard output: it logs to a file for whoever watches
 * in a terminal, else to standard error; so too where its data is in a given database and there is no
 * directory to write to, as in a read-only container. One among others logs to standard output.
 */
export const logPlace = (
  { role, database, dataDirectory }: Pick<Config, 'role' | 'database' | 'dataDirectory'>,
  isWatched: boolean = process.stderr.isTTY,
): keyof typeof destinations => {
  if (role !== 'all') return 'stdout'
  return isWatched && (!database || takesLog(dataDirectory)) ? 'file' : 'stderr'
}

/** Structured logs, one JSON line each. */
export const createLogger = (
  config: Pick<Config, 'role' | 'database' | 'dataDirectory' | 'logLevel'>,
  isWatched?: boolean,
): Logger =>
  pino(
    { level: config.logLevel, redact: { paths: redact, censor: '[redacted]' } },
    destinations[logPlace(config, isWatched)](config.dataDirectory),
  )
