import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { type Nginx, startNginx } from '../support/nginx.ts'
import { freePort, startPostgres } from '../support/postgres.ts'
import { endProcess, startModule } from './child.ts'
import { httpCaller } from './http-caller.ts'
import { admin, withoutLimits } from './service-process.ts'

/** The service as processes by role behind nginx, on a Postgres of their own. */
export type ClusterProcesses = {
  readonly nginx: Nginx
  /** Of an admin's session. */
  readonly token: string
  stop(): Promise<void>
}

const roles = ['projector', 'command', 'command', 'query', 'query', 'worker'] as const

const isReady = (output: string): true | undefined =>
  output.includes('"msg":"ready"') ? true : undefined

export const startClusterProcesses = async (): Promise<ClusterProcesses> => {
  const postgres = await startPostgres()
  const database = new URL(postgres.url)
  const environment = {
    ...withoutLimits,
    ADMIN_EMAIL: admin.username,
    ADMIN_PASSWORD: admin.password,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: `postgres://${database.host}/analytics`,
    DATABASE_ADMIN_URL: postgres.url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'info',
  }
  const start = async (role: string) => {
    const port = await freePort()
    const args = ['--role', role, '--port', String(port)]
    const { child } = await startModule('infra/main', args, environment, isReady)
    return { role, child, address: `127.0.0.1:${port}` }
  }
  const processes = await Promise.all(roles.map(start))
  const of = (side: string) =>
    processes.flatMap(({ role, address }) => (role === side ? [address] : []))
  const nginx = await startNginx({ command: of('command'), query: of('query') })
  const caller = httpCaller(nginx.url)
  const { body } = await caller.call('POST', '/api/session', admin)
  caller.close()
  return {
    nginx,
    token: String(JSON.parse(body).id),
    stop: async () => {
      await nginx.stop()
      await Promise.all(processes.map(({ child }: { child: ChildProcess }) => endProcess(child)))
      await postgres.stop()
    },
  }
}
