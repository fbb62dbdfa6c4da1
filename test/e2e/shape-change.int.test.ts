import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { dropOld } from '../../infra/main/read-models/drop-old.ts'
import { promote } from '../../infra/main/read-models/promote.ts'
import { rebuild } from '../../infra/main/read-models/rebuild.ts'
import { rollback } from '../../infra/main/read-models/rollback.ts'
import { verify } from '../../infra/main/read-models/verify.ts'
import type { Workshop } from '../../infra/main/read-models/workshop.ts'
import { asAdmin, type Caller } from '../support/caller.ts'
import { nextProjections } from '../support/next-release.ts'
import { startTestService, type TestService } from '../support/service.ts'

/*
 * A column is added to a table whose values only old events tell, on a service that people use: a
 * process of the next release builds it beside the old one, comes up, and the two serve together.
 */
let app: TestService
let admin: Caller
const userIds: number[] = []

beforeAll(async () => {
  app = await startTestService({ environment: { PROJECTION_WAIT_MS: '20000' } })
  admin = await asAdmin(app)
  for (let n = 0; n < 10; n += 1) {
    const names = { first_name: `Early ${n}`, last_name: 'Bird' }
    const { body } = await admin.post('/api/user', { email: `early${n}@example.com`, ...names })
    userIds.push(body.id)
    if (n % 2) await admin.put(`/api/user/${body.id}`, { first_name: `Renamed ${n}` })
    await admin.put(`/api/user/${body.id}/modal/qbnewb`, {})
  }
}, 60_000)

afterAll(() => app?.stop())

/** The addresses people use now: of one service, later of two. */
const urls: string[] = []

const call = async (url: string, method: string, path: string, body?: object) => {
  const response = await fetch(url + path, {
    method,
    headers: { 'X-Service-Session': admin.token, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { first_name?: string }
  return { status: response.status, body: answer }
}

type Load = { requests: number; wrong: unknown[]; stop(): Promise<void> }

/** People who change names, each their own user's, and look at once whether everybody sees it. */
const startLoad = (people: number): Load => {
  let ended = false
  const load = { requests: 0, wrong: [] as unknown[] }
  const work = async (person: number) => {
    const path = `/api/user/${userIds[person]}`
    for (let n = 0; !ended; n += 1) {
      const name = `Name ${n}`
      const url = urls[n % urls.length] ?? ''
      const written = await call(url, 'PUT', path, { first_name: name })
      if (written.status !== 200) load.wrong.push(written)
      for (const reader of urls) {
        const read = await call(reader, 'GET', path)
        if (read.status !== 200 || read.body.first_name !== name) load.wrong.push({ name, read })
      }
      load.requests += 1 + urls.length
    }
  }
  const working = Array.from({ length: people }, (_, person) => work(person))
  return Object.assign(load, {
    stop: async () => {
      ended = true
      await Promise.all(working)
    },
  })
}

/** Which event gave each user their name, read straight from the log. */
const expectedRevisions = async () => {
  const expected = new Map<number, number>()
  for await (const { type, data, revision } of app.service.adapters.eventStore.readAll()) {
    const { userId, firstName } = data as { userId: number; firstName?: string }
    if (type === 'UserRegistered' || (type === 'UserProfileChanged' && firstName !== undefined))
      expected.set(userId, revision)
  }
  return expected
}

const storedRevisions = async () => {
  const { rows } = await app.storage.pool.query('select id, name_revision from rm.users')
  return new Map<number, number>(rows.map(({ id, name_revision }) => [id, name_revision]))
}

test('a table changes its shape under load: no request fails, nobody reads what was before', async () => {
  const old: Workshop = { pool: app.storage.pool, ...app.service.adapters }
  const next: Workshop = { ...old, projections: nextProjections }
  urls.push(app.service.url)
  const load = startLoad(4)

  // The next release builds and verifies, then comes up: its start puts the build in use.
  await rebuild(next, 'user')
  const verdict = await verify(next, 'user')
  expect(verdict.agrees).toBe(true)
  expect(verdict.tables.find(({ table }) => table === 'users')).toMatchObject({
    rows: 11,
    live: { equal: true, columns: expect.not.arrayContaining(['name_revision']) },
    sample: { rows: 11, wrong: [] },
  })
  const { body } = await admin.get('/api/admin/projections')
  expect(body.find(({ name }: { name: string }) => name === 'user')).toMatchObject({
    builds: [
      { state: 'active', current: true },
      { state: 'ready', current: false, verified: { agrees: true, tables: expect.any(Array) } },
    ],
  })
  const twin = await app.startTwin({ projections: nextProjections })
  urls.push(twin.url)
  const seen = load.requests
  while (load.requests < seen + 50) await call(twin.url, 'GET', '/api/user/current')

  // Back to the build the old process follows, and to and fro.
  await rollback(old, 'user')
  await rollback(next, 'user')

  // And once more while both serve: a build of the new shape beside the new shape.
  await rebuild(next, 'user')
  expect((await verify(next, 'user')).agrees).toBe(true)
  await promote(next, 'user')
  const before = load.requests
  while (load.requests < before + 50) await call(twin.url, 'GET', '/api/user/current')

  await load.stop()
  expect(load.wrong).toEqual([])
  expect(load.requests).toBeGreaterThan(100)
  expect(await storedRevisions()).toEqual(await expectedRevisions())
  expect(app.logLines.filter(({ level }) => Number(level) >= 50)).toEqual([])
  await dropOld(next, 'user')
}, 60_000)
