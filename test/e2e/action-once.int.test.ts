import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { actionRunDecider } from '../../command-service/action/run-decider.ts'
import { lostRunReactor } from '../../command-service/reactors/lost-runs.ts'
import { streams } from '../../command-service/streams.ts'
import { systemExecutor } from '../../infra/main/system-executor.ts'
import { actionReads } from '../../infra/read-models/action-reads.ts'
import { caughtUpViews } from '../../infra/read-models/background-reads.ts'
import { type ActionWorld, actionWorld } from '../support/action-world.ts'
import { executeIn } from '../support/execute-in.ts'
import { type FaultyProxy, faultyProxy } from '../support/faulty-proxy.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { runStarted } from '../support/some-actions.ts'
import { until } from '../support/until.ts'

let app: TestService
let world: ActionWorld
let proxy: FaultyProxy

beforeAll(async () => {
  app = await startTestService()
  world = await actionWorld(app)
  proxy = await faultyProxy(world.customer.details)
}, 60_000)

afterAll(async () => {
  await app?.stop()
  proxy?.close()
  await world?.close()
}, 30_000)

const keyed = (id: number, key: string, parameters: object) =>
  app.call('POST', `/api/action/${id}/execute`, {
    token: world.admin.token,
    body: { parameters },
    headers: { 'Idempotency-Key': key },
  })
const runsOf = async (id: number) => (await world.admin.get(`/api/action/${id}/runs`)).body
const sql = (database_id: number, query: string) => ({
  type: 'query',
  database_id,
  dataset_query: { type: 'native', native: { query } },
})

test('a repeated request runs its action once', async () => {
  const id = await world.action({ type: 'implicit', kind: 'row/create' })
  const first = await keyed(id, 'once', { name: 'Once' })
  const second = await keyed(id, 'once', { name: 'Once' })
  expect(first.status).toBe(200)
  expect(second.body).toEqual(first.body)
  expectRefusal(await keyed(id, 'once', { name: 'Other' }), 409, 'idempotency-key-reused')
  expect(await world.peopleWhere(`name = 'Once'`)).toHaveLength(1)
  expect(await runsOf(id)).toHaveLength(1)
})

test('where the answer to COMMIT is lost nobody says how it ended, nor does it again', async () => {
  const { details } = world.customer
  const { host, port } = proxy
  const throughProxy = { ...world.customer, details: { ...details, host, port } }
  const database = await world.admin.connect(throughProxy, { name: 'Over a bad line' })
  const insert = (name: string) => sql(database, `insert into people (name) values ('${name}')`)

  const id = await world.action(insert('Behind'))
  proxy.cutAt(/commit/i, 'behind')
  expectRefusal(await keyed(id, 'lost', {}), 500, 'action-outcome-unknown')
  expectRefusal(await keyed(id, 'lost', {}), 500, 'action-outcome-unknown')
  expect(await world.peopleWhere(`name = 'Behind'`)).toHaveLength(1)
  expect(await runsOf(id)).toMatchObject([{ outcome: 'unknown', problem: 'commit-unanswered' }])

  const other = await world.action(insert('Before'))
  proxy.cutAt(/commit/i, 'before')
  expectRefusal(await keyed(other, 'lost-too', {}), 500, 'action-outcome-unknown')
  expectRefusal(await keyed(other, 'lost-too', {}), 500, 'action-outcome-unknown')
  expect(await world.peopleWhere(`name = 'Before'`)).toEqual([])
  expect(await runsOf(other)).toHaveLength(1)
})

test('a run whose process was killed is recorded as one that nobody knows the end of', async () => {
  const id = await world.action({ type: 'implicit', kind: 'row/create' })
  const runId = randomUUID()
  await executeIn(app, streams.actionRun(runId), actionRunDecider, {
    type: 'StartRun',
    data: { ...runStarted.data, runId, actionId: id, parameters: [] },
  })
  const { adapters } = app.service
  const { views, eventStore, progress, settings } = adapters
  const problems: unknown[] = []
  const reactorAt = (time: number) =>
    lostRunReactor({
      actionReads: actionReads(caughtUpViews(views, eventStore, progress)),
      settings,
      systemExecutor: (name) => systemExecutor(adapters, name),
      now: () => new Date(time),
      onProblem: (_, error) => problems.push(error),
    })
  // Nobody gives up on a run that may be under way.
  expect(
    await actionReads(async () => views).openRuns(new Date(Date.now() - 60_000).toISOString()),
  ).toEqual([])
  const later = reactorAt(Date.now() + 3_600_000)
  later.start()
  const [run] = await until(
    () => runsOf(id),
    ([{ outcome }]) => outcome !== null,
  )
  await later.stop()
  expect(run).toMatchObject({ id: runId, outcome: 'unknown', problem: 'interrupted' })
  expect(problems).toEqual([])
})

test('whoever loses a right cannot run the next time', async () => {
  const id = await world.action({ type: 'implicit', kind: 'row/update' })
  const run = () => world.run(id, { id: 6, city: 'Rome' }, world.reader)
  expect((await run()).status).toBe(200)
  for (const schemas of ['read', 'none']) {
    await world.mayData(world.readers, { schemas, native: 'none' })
    expectRefusal(await run(), 403, 'forbidden')
  }
  expect((await world.preview(id, { id: 6 }, world.reader)).status).toBe(200)
  await world.mayData(world.readers, { schemas: 'write', native: 'none' })
  expect((await run()).status).toBe(200)
  await world.open(world.collectionId, 'none')
  expectRefusal(await run(), 403, 'forbidden')
  expectRefusal(await world.preview(id, { id: 6 }, world.reader), 403, 'forbidden')
  expectRefusal(await world.reader.get(`/api/action/${id}`), 403, 'forbidden')
  expect((await world.reader.get('/api/action')).body).toEqual([])
  const ofModel = (model: number) => world.reader.get(`/api/action?model-id=${model}`)
  expectRefusal(await ofModel(world.modelId), 403, 'forbidden')
  expectRefusal(await ofModel(2 ** 31 - 1), 404, 'not-found')
  expectRefusal(await world.stranger.get(`/api/action/${id}/runs`), 403, 'forbidden')
})
