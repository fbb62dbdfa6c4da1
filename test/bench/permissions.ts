import pg from 'pg'
import type { DomainEvent } from '../../shared/events/index.ts'
import type { HttpCaller } from './http-caller.ts'
import type { Happening } from './life-of-a-service.ts'
import { loadLog } from './load-log.ts'
import { belowResult, type Measure, quantile, type Result } from './measure.ts'
import type { Stage } from './stage.ts'

const path = '/api/permissions/graph'

type Size = { readonly groups: number; readonly databases: number }

/** Beyond the ids the service gives out by itself. */
const firstId = 1_001
const ids = (count: number) => Array.from({ length: count }, (_, index) => firstId + index)

const group = (groupId: number): Happening => ({
  stream: `group-${groupId}`,
  event: { type: 'GroupCreated', data: { groupId, name: `Group ${groupId}` } },
})

/** Nobody answers at its address, so that its sync is over at once. */
const database = (databaseId: number): Happening => {
  const data = {
    databaseId,
    name: `Database ${databaseId}`,
    engine: 'postgres',
    details: { host: '127.0.0.1', port: 1, dbname: 'shop', user: 'reader' },
    secretRef: null,
    isSample: false,
    isFullSync: true,
    schedules: {},
    creatorId: null,
  }
  const event: DomainEvent = { type: 'DatabaseConnected', data }
  return { stream: `database-${databaseId}`, event }
}

async function* all(happenings: readonly Happening[]) {
  yield* happenings
}

const load = async (stage: Stage, happenings: readonly Happening[]) => {
  const pool = new pg.Pool(stage.connection('analytics'))
  await loadLog(pool, all(happenings), () => undefined)
  await pool.end()
}

const read = async (caller: HttpCaller, query = '') => {
  const { body, ms } = await caller.call('GET', `${path}${query}`)
  return { graph: JSON.parse(body), bytes: body.length, ms }
}

/** Groups that fit into one revision together, each with all of its databases. */
const groupsAtOnce = 25

/** Something is said about every group and every database. */
const fill = async (stage: Stage, caller: HttpCaller, { groups, databases }: Size) => {
  let { revision } = (await read(caller, '?group_id=1')).graph
  const access = Object.fromEntries(
    ids(databases).map((id) => [id, { data: { schemas: 'read', native: 'none' } }]),
  )
  for (let from = 0; from < groups; from += groupsAtOnce) {
    stage.progress(`rights of ${from} of ${groups} groups on ${databases} databases`)
    const chosen = ids(groups).slice(from, from + groupsAtOnce)
    const wanted = Object.fromEntries(chosen.map((id) => [id, access]))
    const { body } = await caller.call('PUT', path, { revision, groups: wanted })
    revision = JSON.parse(body).revision
  }
}

/** Milliseconds of each change of one cell, which a reader on another connection then sees. */
const changeCells = async (stage: Stage, { groups, databases }: Size): Promise<number[]> => {
  const [writer, reader] = [stage.service.caller(), stage.service.caller()]
  const count = stage.quick ? 50 : 400
  const times: number[] = []
  let { revision } = (await read(reader, '?group_id=1')).graph
  for (let round = 0; round < count; round += 1) {
    if (round % 20 === 0) stage.progress(`${groups}×${databases}: change ${round} of ${count}`)
    const groupId = firstId + (round % groups)
    const databaseId = firstId + ((round * 7) % databases)
    const schemas = round % 2 === 0 ? 'all' : 'none'
    const wanted = { [groupId]: { [databaseId]: { data: { schemas } } } }
    const { body, ms } = await writer.call('PUT', path, { revision, groups: wanted })
    times.push(ms)
    revision = JSON.parse(body).revision
    const { graph } = await read(reader, `?group_id=${groupId}&database_id=${databaseId}`)
    if (graph.groups[groupId][databaseId].data.schemas !== schemas)
      throw new Error('a reader saw old rights')
  }
  writer.close()
  reader.close()
  return times.slice(count / 10)
}

/** The longest another caller waits for next to nothing while the graph is read. */
const longestWait = async (stage: Stage, reading: () => Promise<unknown>): Promise<number> => {
  const pinger = stage.service.caller()
  let isOver = false
  let longest = 0
  const pinging = (async () => {
    while (!isOver) longest = Math.max(longest, (await pinger.call('GET', '/livez')).ms)
  })()
  await reading()
  isOver = true
  await pinging
  pinger.close()
  return longest
}

const bytesPerCell = async (stage: Stage): Promise<number> => {
  const client = new pg.Client(stage.connection('analytics'))
  await client.connect()
  const { rows } = await client.query(`
    select sum(octet_length(data::text))::float / sum(jsonb_array_length(data -> 'changes'))
             as bytes
      from es.events where type = 'PermissionsGraphRevised'
       and jsonb_array_length(data -> 'changes') > 100`)
  await client.end()
  return rows[0].bytes
}

const readAll = async (stage: Stage, { databases }: Size): Promise<readonly Result[]> => {
  const reader = stage.service.caller()
  const cold: number[] = []
  for (let round = 0; round < (stage.quick ? 2 : 5); round += 1) {
    // A new database makes every text of the graph anew.
    await load(stage, [database(firstId + databases + round)])
    cold.push(await longestWait(stage, () => read(reader)))
  }
  const warm: number[] = []
  let megabytes = 0
  for (let round = 0; round < (stage.quick ? 5 : 40); round += 1) {
    const { ms, bytes } = await read(reader)
    warm.push(ms)
    megabytes = bytes / 1_000_000
  }
  reader.close()
  return [
    belowResult(
      `GET of the graph, 500 groups × 100 databases (${megabytes.toFixed(1)} MB), 95 of 100`,
      'ms',
      quantile(warm, 0.95),
      100,
    ),
    belowResult(
      'longest wait of others while all of it is made anew',
      'ms',
      Math.max(...cold),
      100,
    ),
  ]
}

export const permissions: Measure = {
  name: 'permissions',
  about: 'changes of one cell of a small and of a large permissions graph, and reading it',
  async run(stage) {
    const [small, large] = [
      { groups: 10, databases: 10 },
      { groups: 500, databases: 100 },
    ]
    const caller = stage.service.caller()
    const results: Result[] = []
    let had: Size = { groups: 0, databases: 0 }
    for (const size of [small, large]) {
      await load(stage, [
        ...ids(size.groups).slice(had.groups).map(group),
        ...ids(size.databases).slice(had.databases).map(database),
      ])
      had = size
      await fill(stage, caller, size)
      const times = await changeCells(stage, size)
      const what = `PUT of one cell until visible, ${size.groups} groups × ${size.databases} databases`
      results.push(
        belowResult(`${what}, median`, 'ms', quantile(times, 0.5), 25),
        belowResult(`${what}, 95 of 100`, 'ms', quantile(times, 0.95), 50),
      )
    }
    caller.close()
    return [
      ...results,
      ...(await readAll(stage, large)),
      belowResult('events of the graph, a changed cell', 'bytes', await bytesPerCell(stage), 100),
    ]
  },
}
