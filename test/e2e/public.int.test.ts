import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { publicLinkDecider } from '../../command-service/public-link/decider.ts'
import { streams } from '../../command-service/streams.ts'
import { asOwner } from '../support/as-owner.ts'
import { changeSetting } from '../support/change-setting.ts'
import { executeIn } from '../support/execute-in.ts'
import { expectRefusal } from '../support/refusals.ts'
import { callAt, startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { type ValuesWorld, valuesWorld } from '../support/values-world.ts'

let app: TestService
let world: ValuesWorld
let structured: number
let sql: number

const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }
const city = { id: 'city', name: 'City', slug: 'city', type: 'string/=' }

beforeAll(async () => {
  app = await startTestService()
  world = await valuesWorld(app)
  const target = world.about('people.city')
  structured = await world.save(world.people({ aggregation: [['count']] }), {
    name: 'How many',
    parameters: [{ ...city, target }],
    visualization_settings: { 'scalar.suffix': ' people' },
  })
  sql = await world.save({
    database: world.databaseId,
    type: 'native',
    native: {
      query: 'select count(*) as n from people where born > {{from}} [[and city = {{city}}]]',
      'template-tags': {
        from: { id: 'from', name: 'from', type: 'date', required: true },
        city: { id: 'city', name: 'city', type: 'text' },
      },
    },
  })
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const share = async (kind: 'card' | 'dashboard', id: number, more: object = {}) => {
  const { status, body } = await world.admin.post(`/api/${kind}/${id}/public_link`, more)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return `/api/public/${kind}/${body.uuid}`
}

/** As anybody, without a session. */
const get = (path: string, token?: string) => app.call('GET', path, { token })

const withValues = (...parameters: unknown[]) =>
  `parameters=${encodeURIComponent(JSON.stringify(parameters))}`

const oslo = { id: 'city', value: ['Oslo'] }

test('a question is shown to whoever has its link, without what it asks', async () => {
  const path = await share('card', structured)
  const { status, body } = await get(path)
  expect([status, Object.keys(body).sort()]).toEqual([
    200,
    [
      'dataset_query',
      'description',
      'display',
      'id',
      'name',
      'param_fields',
      'parameters',
      'visualization_settings',
    ],
  ])
  expect(body).toMatchObject({
    name: 'How many',
    dataset_query: { type: 'query' },
    parameters: [city],
    param_fields: { [world.id('people.city')]: { display_name: 'City' } },
  })
  const ofSql = await get(await share('card', sql))
  expect(JSON.stringify(ofSql.body)).not.toMatch(/select|people|creator|database_id|collection/)
  expect(ofSql.body.dataset_query.native).toEqual({
    'template-tags': { from: { name: 'from' }, city: { name: 'city' } },
  })
})

test('a question answers with the values that are given, and no more than its result', async () => {
  const path = await share('card', structured)
  const all = await get(`${path}/query`)
  expect(all.body).toMatchObject({ status: 'completed', data: { rows: [[30]] }, row_count: 1 })
  expect(JSON.stringify(all.body)).not.toMatch(/table_id|native_form|json_query|database/)
  expect((await get(`${path}/query?${withValues(oslo)}`)).body.data.rows).toEqual([[10]])
  const target = world.about('people.city')
  const byTarget = withValues({ target, value: ['Rome'] })
  expect((await get(`${path}/query?ignore_cache=true&${byTarget}`)).body.data.rows).toEqual([[10]])
  // Who signed in gets the same, and is not named for it; a session that has ended is no matter.
  expect((await get(`${path}/query`, world.stranger.token)).body.data.rows).toEqual([[30]])
  expect((await get(`${path}/query`, randomUUID())).status).toBe(200)
  const file = await get(`${path}/query/csv?${withValues(oslo)}&format_rows=true`)
  expect([file.status, String(file.body)]).toEqual([200, 'Count\n10\n'])
  const recorded = async (): Promise<readonly { context: string; user: unknown }[]> =>
    (await world.admin.get(`/api/audit/queries?card_id=${structured}`)).body
  const isWhole = (all: Awaited<ReturnType<typeof recorded>>) =>
    all.some(({ context }) => context === 'public-csv-download')
  const runs = await until(recorded, isWhole)
  expect(runs).toContainEqual(expect.objectContaining({ context: 'public-question', user: null }))
  expect(runs.filter(({ user }) => user !== null)).toEqual([])

  const refused = [
    withValues({ id: 'country', value: 'x' }),
    withValues({ target: world.about('people.email'), value: ['p5@example.com'] }),
    `${withValues(oslo)}&${withValues(oslo)}`,
    'parameters=%5B',
    'parameters=%255B%255D',
    'parameters=%7B%7D',
    `parameters=${encodeURIComponent(JSON.stringify(['x'.repeat(8_100)]))}`,
    'parameters=%zz',
  ]
  for (const query of refused) {
    expectRefusal(await get(`${path}/query?${query}`), 400, 'validation')
    expectRefusal(await get(`${path}/query/csv?${query}`), 400, 'validation')
  }
  for (const value of [{ a: [1] }, "' or 1=1 --", [["'"]], '{{city}}']) {
    const { status, body } = await get(`${path}/query?${withValues({ id: 'city', value })}`)
    expect([200, 400]).toContain(status)
    if (status === 200) expect(body.data.rows).toEqual([[0]])
  }
})

test('of a failure nothing is told but which values are missing', async () => {
  const path = await share('card', sql)
  const missing = await get(`${path}/query`)
  expect(missing.body).toMatchObject({
    status: 'failed',
    error_type: 'missing-required-parameter',
    error: expect.stringContaining('from'),
  })
  const from = { id: 'from', value: '1990-01-01' }
  const found = await get(`${path}/query?${withValues(from, { id: 'city', value: 'Oslo' })}`)
  expect(found.body.data.rows).toEqual([[10]])
  const broken = await world.save(world.sql('select hidden from nowhere'))
  const link = await share('card', broken)
  for (const answer of [await get(`${link}/query`), await get(`${link}/query/json`)]) {
    expect(answer.body).toMatchObject({ status: 'failed', error_type: 'db', data: { rows: [] } })
    expect(JSON.stringify(answer.body)).not.toMatch(/hidden|nowhere|relation|42P01/)
  }
})

test('values are those of declared parameters, in the rows of the question', async () => {
  const path = await share('card', structured)
  const list = (...values: unknown[]) => ({ values, has_more_values: false })
  const values = (await get(`${path}/params/city/values`)).body
  expect(values).toEqual(list(['Berlin'], ['Oslo'], ['Rome']))
  expect((await get(`${path}/params/city/search/OS`)).body).toEqual(list(['Oslo']))
  expect((await get(`${path}/params/city/remapping?value=Oslo`)).body).toEqual(['Oslo'])
  for (const wrong of ['email/values', 'city/values?email=x', 'city/remapping', 'city/search/%20'])
    expectRefusal(await get(`${path}/params/${wrong}`), 400, 'validation')
})

test('a dashboard is shown and answers as it maps its filters, without what is put away', async () => {
  const { admin } = world
  const away = await world.save(world.people(), { name: 'Put away' })
  const breakout = [['field', world.id('people.city'), null]]
  const grouped = await world.save(world.people({ aggregation: [['count']], breakout }))
  const other = await world.save(world.people({ aggregation: [['count']] }), { name: 'Beside' })
  const made = await admin.post('/api/dashboard', { name: 'People', parameters: [city] })
  const id: number = made.body.id
  const map = (card: number) => [
    { parameter_id: 'city', card_id: card, target: world.about('people.city') },
  ]
  const { body: full } = await admin.put(`/api/dashboard/${id}`, {
    dashcards: [
      {
        id: -1,
        card_id: structured,
        ...place,
        series: [{ id: other }, { id: away }],
        parameter_mappings: [...map(structured), ...map(other)],
      },
      { id: -2, card_id: away, ...place },
      {
        id: -3,
        card_id: null,
        ...place,
        visualization_settings: { text: 'Hello {{where}}' },
        parameter_mappings: [{ parameter_id: 'city', target: ['text-tag', 'where'] }],
      },
      { id: -4, card_id: grouped, ...place },
    ],
  })
  await admin.put(`/api/card/${away}`, { archived: true })
  const path = await share('dashboard', id)
  const { body } = await get(path)
  expect(body).toMatchObject({
    name: 'People',
    parameters: [city],
    param_fields: { [world.id('people.city')]: { display_name: 'City' } },
    dashcards: [
      {
        card_id: structured,
        card: { name: 'How many', dataset_query: { type: 'query' } },
        series: [{ id: other, name: 'Beside', dataset_query: { type: 'query' } }],
      },
      { card_id: null, card: null, visualization_settings: { text: 'Hello {{where}}' } },
      { card_id: grouped, parameter_mappings: [] },
    ],
  })
  expect(JSON.stringify(body)).not.toMatch(/creator|collection|source-table|database|entity_id/)
  const { body: said } = await get(`${path}?${withValues({ id: 'city', value: ['Oslo', '*'] })}`)
  expect(said.dashcards[1].visualization_settings.text).toBe('Hello Oslo, \\*')
  expectRefusal(await get(`${path}?${withValues({ id: 'none', value: 1 })}`), 400, 'validation')

  const at = (dashcard: number, card: number) => `/dashcard/${dashcard}/card/${card}`
  const [first, second, , fourth] = full.dashcards
  const own = at(first.id, structured)
  expect((await get(path + own)).body.data.rows).toEqual([[30]])
  const beside = await get(`${path}${at(first.id, other)}?${withValues(oslo)}`)
  expect(beside.body.data.rows).toEqual([[10]])
  expectRefusal(await get(path + at(first.id, away)), 404, 'not-found')
  expect((await get(`${path}${own}?${withValues(oslo)}`)).body.data.rows).toEqual([[10]])
  const file = await get(`${path}${own}/csv?${withValues(oslo)}`)
  expect(String(file.body)).toBe('Count\n10\n')
  const form = new URLSearchParams({ parameters: JSON.stringify([oslo]) }).toString()
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const sent = await app.call('POST', `${path}${own}/csv`, { body: form, headers })
  expect(String(sent.body)).toBe('Count\n10\n')
  const pivot = path.replace('/public/', '/public/pivot/')
  const sheet = await get(pivot + at(fourth.id, grouped))
  expect(sheet.body.data.rows).toContainEqual([null, 1, 30])
  expect((await get(`${path}/params/city/search/os`)).body.values).toEqual([['Oslo']])
  expect((await get(`${path}/params/city/remapping?value=Rome`)).body).toEqual(['Rome'])
  expectRefusal(await get(`${path}${own}?${withValues({ id: 'x', value: 1 })}`), 400, 'validation')
  expectRefusal(await get(`${path}/params/x/values`), 400, 'validation')

  const unknown = (await get(`/api/public/dashboard/${randomUUID()}`)).body
  for (const wrong of [at(first.id, sql), at(999_999, structured), at(second.id, away)]) {
    const answer = await get(path + wrong)
    expectRefusal(answer, 404, 'not-found')
    expect(answer.body).toEqual(unknown)
  }
})

test('whatever is not shared is not there, in one and the same words, from the next request on', async () => {
  const { admin } = world
  const unknown = (await get(`/api/public/card/${randomUUID()}`)).body
  const isAway = async (path: string) => {
    for (const more of ['', '/query', '/query/csv', '/params/city/values']) {
      const answer = await get(path + more)
      expectRefusal(answer, 404, 'not-found')
      expect(answer.body).toEqual(unknown)
    }
  }
  const save = () => world.save(world.people({ limit: 1 }), { parameters: [city] })
  const removed = await save()
  const old = await share('card', removed)
  expect((await get(old)).status).toBe(200)
  expect((await admin.delete(`/api/card/${removed}/public_link`)).status).toBe(204)
  await isAway(old)
  const anew = await share('card', removed)
  expect(anew).not.toBe(old)
  const turned = await share('card', removed, { rotate: true })
  for (const gone of [old, anew]) await isAway(gone)
  expect((await get(turned)).status).toBe(200)

  const archived = await save()
  const put = await share('card', archived)
  await admin.put(`/api/card/${archived}`, { archived: true })
  await isAway(put)
  await admin.put(`/api/card/${archived}`, { archived: false })
  expect((await get(put)).status).toBe(200)
  await admin.put(`/api/card/${archived}`, { archived: true })
  expect((await admin.delete(`/api/card/${archived}/public_link`)).status).toBe(204)
  expectRefusal(await admin.delete(`/api/card/${archived}/public_link`), 404, 'not-found')
  await admin.put(`/api/card/${archived}`, { archived: false })
  await isAway(put)
  const again = await share('card', archived)
  await admin.delete(`/api/card/${archived}`)
  await isAway(again)

  const ended = { kind: 'card' as const, entityId: await save(), uuid: randomUUID() }
  await executeIn(app, streams.publicLink('card', ended.entityId), publicLinkDecider, {
    type: 'CreatePublicLink',
    data: { ...ended, expiresAt: '2020-01-02T00:00:00.000Z', rotate: false, now: new Date() },
  })
  await isAway(`/api/public/card/${ended.uuid}`)
  const inADay = new Date(Date.now() + 86_400_000).toISOString()
  expect((await get(await share('card', await save(), { expires_at: inADay }))).status).toBe(200)

  const shared = await share('card', structured)
  const otherKind = await get(shared.replace('/card/', '/dashboard/'))
  expect([otherKind.status, otherKind.body]).toEqual([404, unknown])
  await isAway(`/api/public/card/${randomUUID()}`)
  const doomed = await share('card', sql)
  const told = async () => (await admin.get(`/api/card/${structured}`)).body.public_uuid
  expect(shared.endsWith(await told())).toBe(true)
  await changeSetting(app, 'enable-public-sharing', false)
  await isAway(shared)
  expect(await told()).toBeNull()
  expect((await admin.delete(`/api/card/${sql}/public_link`)).status).toBe(204)
  await changeSetting(app, 'enable-public-sharing', true)
  expect((await get(shared)).status).toBe(200)
  // The environment has the last word, in what is listed as well.
  const strict = callAt((await app.startTwin(undefined, { ENABLE_PUBLIC_SHARING: 'false' })).url)
  const there = await strict('GET', `/api/card/${structured}`, { token: admin.token })
  expect(there.body.public_uuid).toBeNull()
  expect((await strict('GET', shared)).status).toBe(404)
  expect(shared.endsWith(await told())).toBe(true)
  await isAway(doomed)
  for (const wrong of ['x', `${randomUUID()}0`, '1'])
    expectRefusal(await get(`/api/public/card/${wrong}`), 400, 'validation')
}, 40_000)

test('what strangers ask for is read as a role that sees nothing of people, and by nobody else', async () => {
  const { storage } = app
  const { rows } = await storage.publicPool.query('select current_user as role')
  const [{ role }] = rows
  const asStrangers = (sql: string) => storage.publicPool.query(sql)
  for (const table of ['rm.users', 'side.vault', 'side.sessions', 'es.events'])
    await expect(asStrangers(`select from ${table}`)).rejects.toMatchObject({ code: '42501' })
  expect((await asStrangers('select * from rm_public.users')).rows).toEqual([])
  const path = await share('card', structured)
  const asked = `${path}/query?${withValues(oslo)}`
  expect((await get(asked)).status).toBe(200)

  await asOwner(storage, `revoke select on rm_public.cards from ${role}`)
  for (const one of [path, asked]) expect((await get(one)).status).toBe(500)
  expect((await world.admin.get(`/api/card/${structured}`)).status).toBe(200)
  await asOwner(storage, `grant select on rm_public.cards to ${role}`)
  expect((await get(asked)).status).toBe(200)
})
