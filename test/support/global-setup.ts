import { startH2 } from './h2.ts'
import { startMariaDb } from './mariadb.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { ensureSampleTemplate } from './sample-template.ts'
import { servers } from './servers.ts'

const start = async (
  variable: string,
  server: () => Promise<{ readonly url: string; stop(): Promise<void> }>,
): Promise<void> => {
  if (process.env[variable]) return
  const started = await server()
  servers().push(started)
  process.env[variable] = started.url
}

/** Starts, once per run, what the suites share; they find it through the environment. */
// biome-ignore lint/style/noDefaultExport: jest asks for one
export default async (): Promise<void> => {
  await Promise.all([
    start('TEST_POSTGRES_URL', startPostgres).then(ensureSampleTemplate),
    start('TEST_MARIADB_URL', startMariaDb),
    start('TEST_H2_URL', startH2),
    start('TEST_REDIS_URL', startRedis),
  ])
}
