import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { groupDecider } from '../../command-service/group/decider.ts'
import { joinEmbeddedPostgres } from '../../infra/embedded/join.ts'
import { postgresEventStore } from '../../infra/event-store/postgres/event-store.ts'
import { postgresHome } from '../../infra/main/storage.ts'
import { systemExecutor } from '../../infra/main/system-executor.ts'
import { moduleFile } from './child.ts'
import { daysOfStrangers, groupOfMany } from './life-of-strangers.ts'
import { loadLog } from './load-log.ts'
import { type Measure, quantile, type Result, whole } from './measure.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'
import type { Stage } from './stage.ts'
import { untilSeen } from './until-seen.ts'

const run = promisify(execFile)

const members = 100
const loads = 300
const reads = 500

/** Goals of quality: what people feel stays within a third of what it was. */
const flat = 1.3

type Point = {
  readonly events: number
  readonly appendsPerSecond: number
  readonly loadMs: number
  readonly readMs: number
  readonly startSeconds: number
  readonly rebuildPerSecond: number
}

type Site = {
  readonly dataDirectory: string
  readonly pool: pg.Pool
  readonly connection: pg.ClientConfig
}

const milliseconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

const manyTimes = async (count: number, work: () => Promise<unknown>): Promise<number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) times.push(await milliseconds(work))
  return times.slice(Math.floor(count / 10))
}

const measureStore = async ({ pool, connection }: Site) => {
  const store = postgresEventStore({ pool, listen: connection })
  const executor = systemExecutor({ eventStore: store }, 'bench')
  const actor = { kind: 'system' as const, name: 'bench' }
  const stream = `access-${randomUUID()}`
  let revision = -1
  const append = () => {
    const id = randomUUID()
    const event = {
      id,
      type: 'UserLoggedOut',
      schemaVersion: 1,
      data: { userId: 1_000_000 },
      metadata: { $correlationId: id, $causationId: id, actor },
    }
    revision += 1
    return store.append(stream, revision === 0 ? 'no_stream' : revision - 1, [event])
  }
  try {
    const appends = await manyTimes(1_000, append)
    const loaded = await manyTimes(loads, () => executor.load(groupOfMany, groupDecider))
    return {
      appendsPerSecond: 1_000 / quantile(appends, 0.5),
      loadMs: quantile(loaded, 0.95),
    }
  } finally {
    await store.close()
  }
}

const measureReads = async (service: ServiceProcess): Promise<number> => {
  const caller = service.caller()
  const times = await manyTimes(reads, () => caller.call('GET', '/api/database/1'))
  caller.close()
  return quantile(times, 0.95)
}

const measureRebuild = async ({ dataDirectory }: Site, events: number): Promise<number> => {
  const args = ['--data', dataDirectory, 'projections', 'rebuild', 'table', '--fresh', '--hurry']
  const ms = await milliseconds(() =>
    run(process.execPath, [...process.execArgv, moduleFile('infra/cli/main'), ...args]),
  )
  return events / (ms / 1_000)
}

/** A service of its own that is started anew at every size of its log. */
const measureAt = async (
  events: number,
  site: { readonly dataDirectory: string; readonly loaded: number },
  stage: Pick<Stage, 'progress'>,
): Promise<Point> => {
  const { dataDirectory, loaded } = site
  const opened = await startServiceProcess(dataDirectory)
  const server = await joinEmbeddedPostgres(postgresHome(dataDirectory))
  const { host, port, superuser: user, password } = server
  const connection = { host, port, user, password, database: 'analytics' }
  const pool = new pg.Pool({ ...connection, max: 2 })
  pool.on('error', () => undefined)
  const said = (count: number) => stage.progress(`${whole(count)} of ${whole(events)} events`)
  await loadLog(pool, daysOfStrangers(events, members), said, loaded)
  await untilSeen(pool)
  await pool.end()
  await opened.stop()

  stage.progress(`${whole(events)} events: starting anew`)
  let service: ServiceProcess | undefined
  const startMs = await milliseconds(async () => {
    service = await startServiceProcess(dataDirectory)
  })
  if (!service) throw new Error('the service did not start')
  const again = await joinEmbeddedPostgres(postgresHome(dataDirectory))
  const nowAt = { ...connection, port: again.port }
  const nowPool = new pg.Pool({ ...nowAt, max: 2 })
  const here: Site = { dataDirectory, pool: nowPool, connection: nowAt }
  try {
    stage.progress(`${whole(events)} events: appends, loads, reads`)
    const store = await measureStore(here)
    const readMs = await measureReads(service)
    stage.progress(`${whole(events)} events: rebuild`)
    const rebuildPerSecond = await measureRebuild(here, events)
    return { events, ...store, readMs, startSeconds: startMs / 1_000, rebuildPerSecond }
  } finally {
    await nowPool.end()
    await service.stop()
  }
}

const compare = (
  what: string,
  show: (point: Point) => string,
  ratio: (first: Point, last: Point) => number,
  points: readonly Point[],
): Result[] => {
  const [first, ...later] = points
  if (!first) return []
  return later.map((point) => {
    const grown = ratio(first, point)
    return {
      what: `${what}, ${whole(point.events)} events`,
      ours: show(point),
      limit: `${show(first)} at ${whole(first.events)}`,
      ratio: grown,
      goal: `≤ ${flat}`,
      met: grown <= flat,
    }
  })
}

export const growth: Measure = {
  name: 'growth',
  about: 'the same work on a log of a hundredth, a tenth and all of ten million events',
  onlyWhenNamed: true,
  how: 'One log that grows; at each size the service is started anew and everything measured once.',
  async run(stage) {
    const most = stage.quick ? 100_000 : stage.events
    const sizes = [most / 100, most / 10, most].map(Math.round)
    const dataDirectory = mkdtempSync(join(tmpdir(), 'bench-growth-'))
    chmodSync(dataDirectory, 0o755)
    process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }))
    const points: Point[] = []
    for (const events of sizes) {
      const loaded = points.at(-1)?.events ?? 0
      points.push(await measureAt(events, { dataDirectory, loaded }, stage))
    }
    const rate = (value: number, unit: string) => `${whole(value)} ${unit}`
    const ms = (value: number) => `${value.toFixed(2)} ms`
    return [
      ...compare(
        'append, one connection',
        (it) => rate(it.appendsPerSecond, 'events/s'),
        (a, b) => a.appendsPerSecond / b.appendsPerSecond,
        points,
      ),
      ...compare(
        `aggregate of ${members + 1} events loaded, 95 of 100`,
        (it) => ms(it.loadMs),
        (a, b) => b.loadMs / a.loadMs,
        points,
      ),
      ...compare(
        'GET of a database, 95 of 100',
        (it) => ms(it.readMs),
        (a, b) => b.readMs / a.readMs,
        points,
      ),
      ...compare(
        'start until ready',
        (it) => `${it.startSeconds.toFixed(1)} s`,
        (a, b) => b.startSeconds / a.startSeconds,
        points,
      ),
      ...compare(
        'rebuild of the tables',
        (it) => rate(it.rebuildPerSecond, 'events/s'),
        (a, b) => a.rebuildPerSecond / b.rebuildPerSecond,
        points,
      ),
    ]
  },
}
