import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDirectory } from './build.ts'
import { startH2 } from './h2.ts'
import { startMariaDb } from './mariadb.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { ensureSampleTemplate } from './sample-template.ts'
import { servers } from './servers.ts'
import { postgresOfWorker } from './worker-postgres.ts'

type Started = { readonly url: string; stop(): Promise<void> }

const start = async (variable: string, server: () => Promise<Started>): Promise<void> => {
  if (process.env[variable]) return
  const started = await server()
  servers().push(started)
  process.env[variable] = started.url
}

/** One for each worker: a service arranges roles and databases of its whole server. */
const startPostgresFor = async (worker: number): Promise<void> => {
  const variable = postgresOfWorker(worker)
  await start(variable, startPostgres)
  await ensureSampleTemplate(String(process.env[variable]))
}

/** Filled by the first suite that wants processes of the service. */
const makeRoomForBuild = async (): Promise<void> => {
  if (process.env[buildDirectory]) return
  const directory = await mkdtemp(join(tmpdir(), 'test-build-'))
  process.env[buildDirectory] = directory
  servers().push({ stop: () => rm(directory, { recursive: true, force: true }) })
}

/** Starts, once per run, what the suites share; they find it through the environment. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default async ({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> => {
  const workers = Array.from({ length: maxWorkers }, (_, index) => index + 1)
  await Promise.all([
    makeRoomForBuild(),
    ...workers.map(startPostgresFor),
    start('TEST_MARIADB_URL', startMariaDb),
    start('TEST_H2_URL', startH2),
    start('TEST_REDIS_URL', startRedis),
  ])
}
