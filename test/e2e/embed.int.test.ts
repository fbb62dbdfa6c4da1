import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { changeSetting } from '../support/change-setting.ts'
import { type EmbedWorld, embedWorld, filters, rules } from '../support/embed-world.ts'
import { secondsFromNow, signed, tokenFor } from '../support/embedding-token.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'

let app: TestService
let world: EmbedWorld
let question: number
let sql: number

beforeAll(async () => {
  app = await startTestService()
  world = await embedWorld(app)
  question = await world.newQuestion()
  sql = await world.newSql()
}, 60_000)

afterAll(async () => {
  await app?.stop()
  await world?.close()
}, 30_000)

const { city, person } = filters
const place = { row: 0, col: 0, sizeX: 4, sizeY: 4 }
const embedded = { enable_embedding: true, embedding_params: rules }
const change: EmbedWorld['change'] = (...what) => world.change(...what)
const get = (path: string) => app.call('GET', path)
const oslo = { city: 'Oslo' }
const card = (id = question, params: object = oslo) =>
  `/api/embed/card/${tokenFor({ question: id }, { ...params })}`
const rowsOf = async (path: string) => (await get(path)).body.data.rows

test('a question is told without what it asks, and without what visitors may not set', async () => {
  const { status, body } = await get(card())
  expect(status).toBe(200)
  expect(body).toMatchObject({
    name: 'How many',
    dataset_query: { type: 'query' },
    parameters: [{ ...person, target: world.about('people.name') }],
  })
  expect(Object.keys(body.param_fields)).toEqual([String(world.id('people.name'))])
  expect(JSON.stringify(body)).not.toMatch(/city|Oslo|hidden|email|creator|collection|database/i)
  const fixed = await get(card(question, { ...oslo, person: 'Person 1' }))
  expect(fixed.body).toMatchObject({ parameters: [], param_fields: {} })
  const ofSql = await get(card(sql))
  expect(ofSql.body.dataset_query.native).toEqual({
    'template-tags': { person: { name: 'person' } },
  })
  expect(JSON.stringify(ofSql.body)).not.toMatch(/select|city/)
})

test('its results are those of the token and of what the address may add', async () => {
  for (const id of [question, sql]) {
    expect(await rowsOf(`${card(id)}/query`)).toEqual([[10]])
    expect(await rowsOf(`${card(id, { city: ['Oslo', 'Rome'] })}/query`)).toEqual(
      id === sql ? [] : [[20]],
    )
    expect(await rowsOf(`${card(id)}/query?person=Person%201`)).toEqual([[1]])
    // The second one is in another city.
    expect(await rowsOf(`${card(id)}/query?person=Person%201&person=Person%202`)).toEqual([[1]])
    expect(await rowsOf(`${card(id)}/query?person=["Person%201","Person%204"]`)).toEqual([[2]])
    expect(await rowsOf(`${card(id)}/query?person=&city=`)).toEqual([[10]])
    expect(await rowsOf(`${card(id, { ...oslo, person: 'Person 2' })}/query`)).toEqual([[0]])
    expect(await rowsOf(`${card(id, { city: "Oslo' or 1=1 --" })}/query`)).toEqual([[0]])
  }
  const { body } = await get(`${card()}/query`)
  expect(JSON.stringify(body)).not.toMatch(/native_form|json_query|database|table_id|Oslo/)
  const file = await get(`${card()}/query/csv?person=Person%201&format_rows=true`)
  expect([file.status, String(file.body)]).toEqual([200, 'Count\n1\n'])
  const recorded = async (): Promise<readonly { context: string; user: unknown }[]> =>
    (await world.admin.get(`/api/audit/queries?card_id=${question}`)).body
  const runs = await until(recorded, (all) =>
    all.some(({ context }) => context === 'embedded-csv-download'),
  )
  expect(runs).toContainEqual(expect.objectContaining({ context: 'embedded-question', user: null }))
})

test('values of a parameter are those of the rows the token lets see', async () => {
  const inOslo = Array.from({ length: 10 }, (_, n) => `Person ${1 + 3 * n}`).sort()
  for (const id of [question, sql]) {
    const values = `${card(id)}/params/p1`
    // SQL says of its tag for the city neither field nor column: then nobody can keep others back.
    const isKnown = id === question
    const listed = await get(`${values}/values`)
    expect([listed.status, listed.body.values.flat().sort()]).toEqual([200, isKnown ? inOslo : []])
    const found = await get(`${values}/search/person%202`)
    expect(found.body.values).toEqual(isKnown ? [['Person 22'], ['Person 25'], ['Person 28']] : [])
    expect((await get(`${values}/search/Person%202?person=x`)).status).toBe(200)
    expect((await get(`${values}/remapping?value=Person%202`)).body).toEqual(['Person 2'])
  }
  for (const key of ['c1', 'h1', 'person', 'unknown', '__proto__'])
    for (const rest of ['values', 'search/Os', 'remapping?value=Oslo'])
      expectRefusal(await get(`${card()}/params/${key}/${rest}`), 400, 'validation')
  const fixed = card(question, { ...oslo, person: 'Person 1' })
  expectRefusal(await get(`${fixed}/params/p1/values`), 400, 'validation')
})

test('a dashboard shows the cards that what is locked keeps within bounds', async () => {
  const parameters = [city, person]
  const { body: made } = await world.admin.post('/api/dashboard', { name: 'People', parameters })
  const to = (parameter: { id: string }, cardId: number | null, target: unknown) => ({
    parameter_id: parameter.id,
    ...(cardId && { card_id: cardId }),
    target,
  })
  const plain = await world.save(world.people({ aggregation: [['count']] }))
  const [byCity, byName] = [world.about('people.city'), world.about('people.name')]
  const text = (display: string, words: string) => ({
    card_id: null,
    ...place,
    visualization_settings: { virtual_card: { display }, text: words },
    parameter_mappings: [
      to(city, null, ['text-tag', 'where']),
      to(person, null, ['text-tag', 'who']),
    ],
  })
  const bound = (cardId: number) => [to(city, cardId, byCity), to(person, cardId, byName)]
  const body = await change('dashboard', made.id, {
    enable_embedding: true,
    embedding_params: { city: 'locked', person: 'enabled' },
    dashcards: [
      {
        id: -1,
        card_id: plain,
        ...place,
        parameter_mappings: bound(plain),
        series: [{ id: question }],
      },
      { id: -2, card_id: plain, ...place, parameter_mappings: [to(person, plain, byName)] },
      { id: -3, ...text('text', 'People of {{where}}[[ called {{who}}]] [[in {{where}}]]') },
      { id: -4, ...text('heading', '{{ where }}') },
      { id: -5, card_id: question, ...place, parameter_mappings: [to(city, plain, byCity)] },
    ],
  })
  const [first, second] = body.dashcards
  expect(body.left_out_when_embedded).toEqual([
    { dashcard_id: first.id, card_id: question },
    { dashcard_id: second.id, card_id: plain },
    { dashcard_id: body.dashcards[4].id, card_id: question },
  ])
  const path = (params: object = oslo) =>
    `/api/embed/dashboard/${tokenFor({ dashboard: made.id }, { ...params })}`
  const { status, body: shown } = await get(path({ city: ['Oslo', '[x](https://evil.example)'] }))
  expect(status).toBe(200)
  expect(shown.parameters).toEqual([person])
  expect(shown.dashcards.map(({ card_id: id }: { card_id: number | null }) => id)).toEqual([
    plain,
    null,
    null,
  ])
  expect(shown.dashcards[0]).toMatchObject({
    series: [],
    parameter_mappings: [to(person, plain, byName)],
  })
  expect(shown.dashcards[1].visualization_settings.text).toBe(
    'People of Oslo, \\[x\\]\\(https\\://evil.example\\)[[ called {{who}}]] in Oslo, \\[x\\]\\(https\\://evil.example\\)',
  )
  expect(shown.dashcards[2].visualization_settings.text).toBe('Oslo, [x](https://evil.example)')
  const { body: said } = await get(`${path()}?person=Person%201`)
  expect(said.dashcards[1].visualization_settings.text).toBe(
    'People of Oslo called Person 1 in Oslo',
  )
  expect(Object.keys(shown.param_fields)).toEqual([String(world.id('people.name'))])
  expect(JSON.stringify(shown)).not.toMatch(/"city|"c1"|people\.|creator|collection|database/i)

  const at = (dashcard: { id: number }, cardId: number) => `dashcard/${dashcard.id}/card/${cardId}`
  const run = `${path()}/${at(first, plain)}`
  expect(await rowsOf(run)).toEqual([[10]])
  expect(await rowsOf(`${run}?person=Person%201&person=Person%202`)).toEqual([[1]])
  expect(String((await get(`${run}/csv?person=Person%201`)).body)).toBe('Count\n1\n')
  for (const [dashcard, cardId] of [
    [first, question],
    [second, plain],
    [body.dashcards[4], question],
  ] as const) {
    expectRefusal(await get(`${path()}/${at(dashcard, cardId)}`), 403, 'forbidden')
    expectRefusal(await get(`${path()}/${at(dashcard, cardId)}/csv`), 403, 'forbidden')
  }
  expectRefusal(await get(`${path()}/${at(second, question)}`), 404, 'not-found')

  const values = await get(`${path()}/params/p1/values`)
  expect(values.body.values).toHaveLength(10)
  expect(values.body.values).not.toContainEqual(['Person 2'])
  expect((await get(`${path()}/params/p1/search/person%202`)).body.values).toHaveLength(3)
  expectRefusal(await get(`${path()}/params/c1/values`), 400, 'validation')
})

test('one gate stands before all of it', async () => {
  const { body: made } = await world.admin.post('/api/dashboard', { name: 'D', parameters: [city] })
  const { body: on } = await world.admin.post(`/api/dashboard/${made.id}/cards`, {
    cardId: question,
    ...place,
    parameter_mappings: [
      { parameter_id: 'c1', card_id: question, target: world.about('people.city') },
    ],
  })
  const lock = { enable_embedding: true, embedding_params: { city: 'locked' } }
  await change('dashboard', made.id, lock)
  const spot = `dashcard/${on.id}/card/${question}`
  const addresses = {
    question: [
      (token: string) => `card/${token}?`,
      (token: string) => `card/${token}/query?`,
      (token: string) => `card/${token}/query/csv?`,
      (token: string) => `pivot/card/${token}/query?`,
      (token: string) => `card/${token}/params/p1/values?`,
      (token: string) => `card/${token}/params/p1/search/a?`,
      (token: string) => `card/${token}/params/p1/remapping?value=a&`,
    ],
    dashboard: [
      (token: string) => `dashboard/${token}?`,
      (token: string) => `dashboard/${token}/${spot}?`,
      (token: string) => `dashboard/${token}/${spot}/xlsx?`,
      (token: string) => `pivot/dashboard/${token}/${spot}?`,
      (token: string) => `dashboard/${token}/params/p1/values?`,
      (token: string) => `dashboard/${token}/params/p1/search/a?`,
      (token: string) => `dashboard/${token}/params/p1/remapping?value=a&`,
    ],
  }
  const ids = { question, dashboard: made.id }
  for (const kind of ['question', 'dashboard'] as const) {
    const resource = { [kind]: ids[kind] }
    const claims = { resource, params: oslo, exp: secondsFromNow(600) }
    const other = kind === 'question' ? { dashboard: made.id } : { question }
    const refused: readonly (readonly [string, string, number, string])[] = [
      [signed({ ...claims, params: {} }), '', 400, 'validation'],
      [signed({ ...claims, params: { city: ' ' } }), 'city=Oslo', 400, 'validation'],
      [signed(claims), 'city=Rome', 400, 'validation'],
      [signed(claims), 'hidden=x', 400, 'validation'],
      [signed(claims), 'anything=x', 400, 'validation'],
      [signed({ ...claims, params: { ...oslo, hidden: 'x' } }), '', 400, 'validation'],
      [signed({ ...claims, resource: other }), '', 400, 'validation'],
      ['garbage', '', 400, 'validation'],
      [signed({ ...claims, exp: secondsFromNow(-1) }), '', 401, 'embedding-token-expired'],
      [signed(claims, { key: 'another key' }), '', 401, 'embedding-token-invalid'],
      [signed({ ...claims, resource: { [kind]: 2_147_483_647 } }), '', 404, 'not-found'],
    ]
    for (const address of addresses[kind])
      for (const [token, query, status, code] of refused)
        expectRefusal(await get(`/api/embed/${address(token)}${query}`), status, code)
  }
  // No other credentials open it, and it opens nothing else.
  const token = tokenFor({ question }, oslo)
  expectRefusal(await get(`/api/embed/card/${world.admin.token}`), 400, 'validation')
  expectRefusal(await app.call('GET', '/api/user/current', { token }), 401, 'unauthenticated')
  const withSession = await app.call('GET', card(question, {}), { token: world.admin.token })
  expectRefusal(withSession, 400, 'validation')
  // Each of these has been logged by now, and nothing of what was signed with it.
  expect(app.logLines.some(({ route }) => route === '/api/embed/card/:token/query')).toBe(true)
  expect(JSON.stringify(app.logLines)).not.toMatch(/eyJ|Oslo/)
}, 20_000)

test('what is taken back is gone at the next request', async () => {
  const id = await world.newQuestion()
  const query = `${card(id)}/query`
  expect(await rowsOf(query)).toEqual([[10]])
  await change('card', id, { embedding_params: { ...rules, person: 'locked' } })
  expectRefusal(await get(query), 400, 'validation')
  await change('card', id, { embedding_params: { ...rules, city: 'disabled' } })
  expectRefusal(await get(query), 400, 'validation')
  await change('card', id, embedded)
  // A parameter that was locked and is gone keeps nothing back any more.
  await change('card', id, { parameters: [] })
  expect((await get(card(id))).status).toBe(200)
  expectRefusal(await get(query), 403, 'forbidden')
  const declared = { ...city, target: world.about('people.city') }
  await change('card', id, { parameters: [declared] })
  expect(await rowsOf(query)).toEqual([[10]])
  await changeSetting(app, 'enable-embedding', false)
  expectRefusal(await get(query), 403, 'embedding-disabled')
  await changeSetting(app, 'enable-embedding', true)
  expect(await rowsOf(query)).toEqual([[10]])
  await change('card', id, { enable_embedding: false })
  expectRefusal(await get(query), 403, 'embedding-disabled')
  await change('card', id, { enable_embedding: true })
  await change('card', id, { archived: true })
  expectRefusal(await get(query), 404, 'not-found')
  await change('card', id, { archived: false })
  expect(await rowsOf(query)).toEqual([[10]])
  await world.admin.delete(`/api/card/${id}`)
  expectRefusal(await get(query), 404, 'not-found')
})

test('nothing that is saved later lets a visitor out of what is locked', async () => {
  const own = { ...filters.city, id: 'own', type: 'string/!=', target: world.about('people.city') }
  const built = await world.save(world.people({ aggregation: [['count']] }), { parameters: [own] })
  const target = own.target
  const mappings = [city, person].map(({ id }) => ({ parameter_id: id, card_id: built, target }))
  const made = await world.admin.post('/api/dashboard', {
    name: 'Twice on one column',
    parameters: [person, city],
  })
  const { dashcards } = await change('dashboard', made.body.id, {
    ...embedded,
    embedding_params: { city: 'locked', person: 'enabled' },
    dashcards: [{ id: -1, card_id: built, ...place, parameter_mappings: mappings }],
  })
  const token = tokenFor({ dashboard: made.body.id }, oslo)
  const run = `/api/embed/dashboard/${token}/dashcard/${dashcards[0].id}/card/${built}`
  expect(await rowsOf(run)).toEqual([[10]])
  expect(await rowsOf(`${run}?person=Rome`)).toEqual([[0]])

  const id = await world.newSql()
  const asks = async (query: string) => {
    const { dataset_query } = (await world.admin.get(`/api/card/${id}`)).body
    const native = { ...dataset_query.native, query }
    await change('card', id, { dataset_query: { ...dataset_query, native } })
    return (await get(`${card(id)}/query`)).body
  }
  for (const query of [
    'select count(*) as n from people -- {{city}}',
    'select count(*) as n from people where true [[and city = {{city}} and {{person}}]]',
  ])
    expect(await asks(query)).toMatchObject({ error: true, code: 'validation' })
  const whole = 'select count(*) as n from people where city = {{city}} [[and {{person}}]]'
  expect((await asks(whole)).data.rows).toEqual([[10]])
})
