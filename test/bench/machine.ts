import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import pg from 'pg'
import type { Stage } from './stage.ts'

const postgresVersion = async (stage: Stage): Promise<string> => {
  const client = new pg.Client(stage.connection('postgres'))
  await client.connect()
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  await client.end()
  return rows[0]?.server_version ?? '?'
}

const psqlVersion = (): string =>
  /[\d.]+/.exec(execFileSync('psql', ['--version'], { encoding: 'utf8' }))?.[0] ?? '?'

/** What the figures were taken on, in a line. */
export const describeMachine = async (stage: Stage): Promise<string> => {
  const [first, ...others] = cpus()
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GiB`
  return [
    `${others.length + 1} × ${first?.model.trim() ?? 'CPU'}`,
    memory,
    `Node ${process.versions.node}`,
    `Postgres ${await postgresVersion(stage)}`,
    `psql ${psqlVersion()}`,
  ].join(', ')
}
