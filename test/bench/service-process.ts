import { endProcess, startModule } from './child.ts'
import { type HttpCaller, httpCaller } from './http-caller.ts'

export type ServiceProcess = {
  readonly url: string
  readonly pid: number
  /** Of an admin's session. */
  readonly token: string
  /** A connection of its own, kept open. */
  caller(): HttpCaller
  stop(): Promise<void>
}

export const admin = { username: 'admin@example.com', password: 'only for measuring here' }

/** No limits on callers. */
export const withoutLimits = {
  METRICS_PORT: 'off',
  RATE_LIMIT_LOGIN: '9999999/60',
  RATE_LIMIT_QUERY: '9999999/60',
  RATE_LIMIT_METADATA: '9999999/60',
  RATE_LIMIT_WRITE: '9999999/60',
  RATE_LIMIT_PUBLIC: '9999999/60',
}

const environment = {
  ADMIN_EMAIL: admin.username,
  ADMIN_PASSWORD: admin.password,
  ...withoutLimits,
}

const addressIn = (output: string): string | undefined => /Address +(\S+)/.exec(output)?.[1]

const untilSynced = async (caller: HttpCaller): Promise<void> => {
  for (;;) {
    const { body } = await caller.call('GET', '/api/database/1')
    if (JSON.parse(body).initial_sync_status === 'complete') return
  }
}

/** The service as `npm start` runs it, its limits on callers aside. */
export const startServiceProcess = async (dataDirectory: string): Promise<ServiceProcess> => {
  const args = ['--port', '0', '--data', dataDirectory]
  const { child, found: url } = await startModule('infra/main', args, environment, addressIn)
  const login = httpCaller(url)
  const { body } = await login.call('POST', '/api/session', admin)
  login.close()
  const token = String(JSON.parse(body).id)
  const caller = () => httpCaller(url, token)
  const waiting = caller()
  await untilSynced(waiting)
  waiting.close()
  return { url, pid: child.pid ?? 0, token, caller, stop: () => endProcess(child) }
}
