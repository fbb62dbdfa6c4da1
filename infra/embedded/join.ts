import { setTimeout as sleep } from 'node:timers/promises'
import { StartupProblem } from '../startup-problem.ts'
import { clusterPath, readAccess, superuser } from './cluster.ts'
import { findPostmaster, host } from './postmaster.ts'
import type { EmbeddedPostgres } from './supervisor.ts'

/** How long a service that is only just starting may take to bring its server up. */
const patienceMs = 10_000

/**
 * The server that a running service keeps in this directory. Stopping it stays that service's
 * business: `stop` does nothing.
 * @throws {StartupProblem} when there is none.
 */
export async function joinEmbeddedPostgres(home: string): Promise<EmbeddedPostgres> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const running = findPostmaster(clusterPath(home))
    const access = readAccess(home)
    if (running?.status === 'ready' && access)
      return {
        host,
        port: running.port,
        superuser,
        password: access.password,
        stop: async () => undefined,
      }
    await sleep(50)
  }
  throw new StartupProblem(
    `A service works on ${home}, but its Postgres does not answer. Try again in a moment.`,
  )
}
