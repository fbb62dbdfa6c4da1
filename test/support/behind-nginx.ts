import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import pino from 'pino'
import { loadConfig } from '../../infra/config.ts'
import { createAdapters } from '../../infra/main/adapters.ts'
import { closeAdapters } from '../../infra/main/close-adapters.ts'
import { openGivenStorage } from '../../infra/main/given-storage.ts'
import { createLogAdapters } from '../../infra/main/log-adapters.ts'
import { type Service, startService } from '../../infra/main/service.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { hostOf, startNginx } from './nginx.ts'
import { onRedis, sharedRedis } from './redis.ts'
import { type RoleHost, roleHosts } from './role-hosts.ts'
import { callAt, logInAt, type TestService, type TestServiceOptions } from './service.ts'

type Line = Record<string, unknown>

/** Lines of a process's log, as they come; until it stops. */
const watchLog = async ({ control }: RoleHost, lines: Line[]): Promise<void> => {
  const { body } = await fetch(`${control}/log`)
  if (!body) throw new Error('a log has lines')
  const read = async () => {
    for await (const line of createInterface(Readable.fromWeb(body))) lines.push(JSON.parse(line))
  }
  // Whoever ends the process in the middle of a line has ended its log.
  read().catch(() => undefined)
}

/** A place to count calls in that is this worker's alone, and empty. */
const countingPlace = async (worker: string): Promise<string> => {
  const place = new URL(sharedRedis())
  place.pathname = `/${worker}`
  await onRedis(place.href, (redis) => redis.flushdb())
  return place.href
}

const tell = async <T>({ control }: RoleHost, what: string, more: object = {}): Promise<T> => {
  const answer = await fetch(`${control}/${what}`, { method: 'POST', body: JSON.stringify(more) })
  const body = await answer.json()
  if (answer.status !== 200) throw new Error(JSON.stringify(body))
  return body as T
}

const noAdmin = { ADMIN_EMAIL: '', ADMIN_PASSWORD: undefined }

type Started = RoleHost & { readonly url: string }

const startAll = (
  hosts: readonly RoleHost[],
  environment: object,
  lines: Line[],
): Promise<readonly Started[]> =>
  Promise.all(
    hosts.map(async (host, index) => {
      const { role } = host
      await watchLog(host, lines)
      // One alone makes the first admin: of two at once, either may have drawn the id 1.
      const own = index === 0 ? environment : { ...environment, ...noAdmin }
      const { url } = await tell<{ url: string }>(host, 'start', { role, environment: own })
      return { ...host, url }
    }),
  )

const stopAll = (hosts: readonly RoleHost[]) => Promise.all(hosts.map((it) => tell(it, 'stop')))

let ahead: Promise<Cluster> | undefined

/** Prepares a database before anything is timed; the suite's first service takes it. */
export const prepareAhead = async (): Promise<void> => {
  ahead = startCluster({ processes: {} })
  await ahead
}

const takeDatabase = (): Promise<Cluster> => {
  const taken = ahead ?? startCluster({ processes: {} })
  ahead = undefined
  return taken
}

const silent = pino({ level: 'silent' })

/**
 * The service as processes by role, two for each side, behind nginx: what it is to whoever calls. The
 * test looks at its log and its tables through adapters of its own, as one more process would.
 */
export const startBehindNginx = async (options: TestServiceOptions = {}): Promise<TestService> => {
  if (options.hooks || options.by) throw new Error('no test can reach into other processes')
  const { JEST_WORKER_ID: worker = '1' } = process.env
  const hosts = roleHosts()
  const cluster = await takeDatabase()
  const environment = {
    ...cluster.variables,
    ...(options.unset && noAdmin),
    REDIS_URL: await countingPlace(worker),
    ...options.environment,
    TRUST_PROXY: '1',
  }
  const logLines: Line[] = []
  let started = await startAll(hosts, environment, logLines)
  const upstreams = () => {
    const of = (side: string) =>
      started.flatMap(({ role, url }) => (role === side ? [hostOf(url)] : []))
    return { command: of('command'), query: of('query') }
  }
  let nginx = await startNginx(upstreams())

  const configFor = (more = {}) =>
    loadConfig(['--port', '0'], { ...environment, ...cluster.owner, ...more })
  const own = configFor()
  if (!own.database) throw new Error('a cluster has a database')
  const wait = <T>(_: string, attempt: () => Promise<T>) => attempt()
  const storage = await openGivenStorage({ ...own, database: own.database }, silent, wait)
  const adapters = createAdapters(
    storage,
    own,
    silent,
    await createLogAdapters(storage, own, silent),
  )
  const setupToken = options.unset ? await adapters.setupToken.current() : undefined
  const twins: Service[] = []
  const call: TestService['call'] = (...asked) => callAt(nginx.url)(...asked)

  return {
    get url() {
      return nginx.url
    },
    get service() {
      return { url: nginx.url, metricsUrl: undefined, setupToken, adapters, stop: async () => {} }
    },
    storage,
    restart: async () => {
      await nginx.stop()
      await stopAll(hosts)
      started = await startAll(hosts, environment, logLines)
      nginx = await startNginx(upstreams())
    },
    startTwin: async (hooks, more) => {
      const twin = await startService(storage, configFor(more), silent, hooks)
      twins.push(twin)
      return twin
    },
    logLines,
    call,
    logIn: logInAt(call),
    stop: async () => {
      await nginx.stop()
      await Promise.all(twins.map((twin) => twin.stop()))
      await stopAll(hosts)
      await closeAdapters(adapters)
      await storage.stop()
      await cluster.stop()
    },
  }
}
