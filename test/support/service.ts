import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import pino from 'pino'
import { loadConfig } from '../../infra/config.ts'
import type { BackgroundHooks } from '../../infra/main/background.ts'
import { type Service, startService } from '../../infra/main/service.ts'
import { openStorage, type PostgresServer, type Storage } from '../../infra/main/storage.ts'
import { embeddingKey } from './embedding-token.ts'
import { copySample, withSampleThere } from './sample-template.ts'

/** The same for all suites: our roles' passwords follow from it, and roles belong to the server. */
export const masterKey = '7d1f0c94b2a85e6673e0d4a9185cf2bb60e7a3d98c14f5260b9e81d7a4c3f205'

export const adminEmail = 'admin@example.com'
export const adminPassword = 'a password for tests only'

export type Answer<T = unknown> = {
  readonly status: number
  readonly headers: Headers
  readonly body: T
}

export type TestService = {
  readonly url: string
  readonly service: Service
  readonly storage: Storage
  /** Stops the service and starts another one on the same storage; its address changes. */
  restart(): Promise<void>
  /** Starts another service beside this one, on the same storage; it ends with this one. */
  startTwin(hooks?: BackgroundHooks, environment?: Record<string, string>): Promise<Service>
  /** Lines of the log so far, as objects. */
  readonly logLines: readonly Record<string, unknown>[]
  /** Calls the API; a body goes as JSON (text and bytes as they are), an answer comes as JSON where it is some. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is the test's to say
  call<T = any>(
    method: string,
    path: string,
    options?: {
      readonly token?: string | undefined
      readonly body?: unknown
      readonly headers?: Record<string, string>
    },
  ): Promise<Answer<T>>
  /** Logs in; answers the session token. */
  logIn(email?: string, password?: string): Promise<string>
  stop(): Promise<void>
}

export type TestServiceOptions = {
  /** In place of what tests have otherwise; undefined: not set. */
  readonly environment?: Record<string, string | undefined>
  readonly hooks?: BackgroundHooks
  /** Leaves the service without a first admin. */
  readonly unset?: boolean
  /** Another way to the shared Postgres, for example one that can be cut. */
  readonly by?: { readonly host: string; readonly port: number }
}

export const sharedServer = (): PostgresServer => {
  const address = process.env.TEST_POSTGRES_URL
  if (!address) throw new Error('no test Postgres: run this test in the jest project "int"')
  const { hostname, port, username, password } = new URL(address)
  return {
    host: hostname,
    port: Number(port),
    superuser: decodeURIComponent(username),
    password: decodeURIComponent(password),
    stop: async () => undefined,
  }
}

export const dropDatabases = async (server: PostgresServer, names: readonly string[]) => {
  const { host, port, superuser: user, password } = server
  const client = new Client({ host, port, user, password, database: 'postgres' })
  await client.connect()
  for (const name of names) await client.query(`drop database if exists ${name} with (force)`)
  await client.end()
}

const generous = Object.fromEntries(
  ['LOGIN', 'QUERY', 'METADATA', 'WRITE', 'PUBLIC', 'EMBED'].map((name) => [
    `RATE_LIMIT_${name}`,
    '100000/60',
  ]),
)

/** No limits on callers, and an admin, unless `unset`. */
export const testEnvironment = ({ unset = false } = {}): Record<string, string> => ({
  METRICS_PORT: '0',
  EMBEDDING_SECRET_KEY: embeddingKey,
  ...generous,
  ...(!unset && { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: adminPassword }),
})

const isRaw = (body: unknown): body is string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || ArrayBuffer.isView(body)

/** Calls the API of the process at this address. */
export const callAt =
  (url: string): TestService['call'] =>
  async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { 'X-Service-Session': token }),
        ...headers,
      },
      ...(body !== undefined && { body: isRaw(body) ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const parsed = isJson && text !== '' ? JSON.parse(text) : text
    return { status: response.status, headers: response.headers, body: parsed }
  }

/** Logs in by these calls. */
export const logInAt =
  (call: TestService['call']): TestService['logIn'] =>
  async (username = adminEmail, password = adminPassword) => {
    const { status, body } = await call('POST', '/api/session', { body: { username, password } })
    if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`)
    return body.id
  }

/** Set where suites run with the service as processes by role behind nginx. */
export const isBehindNginx = (): boolean => process.env.TEST_BEHIND_NGINX !== undefined

/** The service of a suite: in this process, or as many behind nginx. */
export const startTestService = async (options: TestServiceOptions = {}): Promise<TestService> => {
  if (!isBehindNginx()) return startHere(options)
  const { startBehindNginx } = await import('./behind-nginx.ts')
  return startBehindNginx(options)
}

/**
 * The whole service in this process, on databases of its own on the shared Postgres: all that
 * `npm start` brings up but the embedded server. With an admin, unless `unset`.
 */
const startHere = async (options: TestServiceOptions): Promise<TestService> => {
  const server = sharedServer()
  const suffix = randomBytes(6).toString('hex')
  const names = { service: `svc_${suffix}`, sample: `smp_${suffix}`, role: `app_${suffix}` }
  const dataDirectory = await mkdtemp(join(tmpdir(), 'service-'))
  const configFor = (environment = {}) =>
    loadConfig(['--port', '0', '--data', dataDirectory], {
      ...testEnvironment(options),
      ...options.environment,
      ...environment,
    })
  const logLines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => logLines.push(JSON.parse(line)) })
  const { host, port, superuser: user, password } = server
  await copySample({ host, port, user, password }, names.sample)
  const storage = withSampleThere(
    await openStorage({ ...server, ...options.by }, { dataDirectory, masterKey, log, names }),
  )
  const start = (hooks = options.hooks, environment = {}) =>
    startService(storage, configFor(environment), log, hooks)
  let service = await start()
  const twins: Service[] = []

  const call: TestService['call'] = (...asked) => callAt(service.url)(...asked)

  return {
    get url() {
      return service.url
    },
    get service() {
      return service
    },
    storage,
    restart: async () => {
      await service.stop()
      service = await start()
    },
    startTwin: async (hooks, environment) => {
      const twin = await start(hooks, environment)
      twins.push(twin)
      return twin
    },
    logLines,
    call,
    logIn: logInAt(call),
    stop: async () => {
      await Promise.all([service, ...twins].map((it) => it.stop()))
      await storage.stop()
      await rm(dataDirectory, { recursive: true, force: true })
      await dropDatabases(server, [names.service, names.sample])
    },
  }
}
