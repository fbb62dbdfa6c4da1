import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDirectory } from '../directory.ts'
import { findBinaries } from './binaries.ts'
import { type Access, clusterPath, openCluster, saveAccess } from './cluster.ts'
import { startupProblem } from './failure.ts'
import {
  findPostmaster,
  freePort,
  type Launch,
  launchPostmaster,
  type Postmaster,
} from './postmaster.ts'
import { serverUser } from './server-user.ts'
import { lockDirectory } from './service-lock.ts'
import { type EmbeddedLog, type EmbeddedPostgres, supervise } from './supervisor.ts'

type Options = {
  /** Holds nothing but the cluster and what belongs to it; made when missing. */
  dataDirectory: string
  log: EmbeddedLog
}

/**
 * Runs a Postgres of our own on a loopback port and keeps it running: makes its cluster on first
 * use, adopts a server that outlived a killed service, starts a killed server again on the same
 * port. One service per directory.
 * @throws {StartupProblem} when the person at the keyboard has to do something first.
 */
export async function startEmbeddedPostgres({
  dataDirectory,
  log,
}: Options): Promise<EmbeddedPostgres> {
  const home = openHome(dataDirectory)
  const user = serverUser(clusterPath(home))
  const unlock = lockHome(home)
  try {
    const binaries = findBinaries(user)
    const access = openCluster(home, binaries, user)
    const launch: Launch = {
      postgres: binaries.postgres,
      cluster: clusterPath(home),
      logFile: join(home, 'postgres.log'),
      user,
      port: access.port,
    }
    const first = (await adopt(launch.cluster, log)) ?? (await launchOnFreePort(launch))
    rememberPort(home, access, first.port)
    return supervise(first, { ...launch, port: first.port }, access.password, log, unlock)
  } catch (error) {
    unlock()
    throw startupProblem(error, home)
  }
}

function openHome(dataDirectory: string): string {
  try {
    makeDirectory(dataDirectory, 0o755)
    return realpathSync(dataDirectory)
  } catch (error) {
    throw startupProblem(error, dataDirectory)
  }
}

function lockHome(home: string): () => void {
  try {
    return lockDirectory(home)
  } catch (error) {
    throw startupProblem(error, home)
  }
}

/** A server left by a service that was killed; one that is going down already is waited for. */
async function adopt(cluster: string, log: EmbeddedLog): Promise<Postmaster | null> {
  for (;;) {
    const left = findPostmaster(cluster)
    if (!left) return null
    if (left.status === 'ready') {
      log.info(`Postgres still runs from an earlier start (process ${left.pid}); using it.`)
      return left
    }
    await sleep(20)
  }
}

/** Tries again where waiting or another port helps; any other failure is final. */
async function launchOnFreePort(launch: Launch, attempts = 50): Promise<Postmaster> {
  try {
    return await launchPostmaster({ ...launch, port: await freePort(launch.port) })
  } catch (error) {
    const passing = /could not create any TCP\/IP sockets|pre-existing shared memory/.test(
      `${error}`,
    )
    if (!passing || attempts <= 1) throw error
    await sleep(100)
    return launchOnFreePort(launch, attempts - 1)
  }
}

function rememberPort(home: string, access: Access, port: number): void {
  if (access.port !== port) saveAccess(home, { ...access, port })
}
