import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, enter, someone } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let sales: number
let support: number

const newGroup = async (name: string): Promise<number> =>
  (await admin.post('/api/permissions/group', { name })).body.id

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  sales = await newGroup('Sales')
  support = await newGroup('Support')
  await quiet(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const head = () => app.service.adapters.eventStore.head()
const create = (more: object) => admin.post('/api/user', someone({ password: null, ...more }))
const newcomer = (more: object = {}) => createPerson(admin, { password: null, ...more })
const user = async (id: number) => (await admin.get(`/api/user/${id}`)).body
const change = (id: number, body: object) => admin.put(`/api/user/${id}`, body)
const shown = (id: number, is_group_manager = false) => ({ id, is_group_manager })

describe('a new user', () => {
  test('joins the groups that are named, each once, and All Users', async () => {
    const { status, body } = await create({ group_ids: [support, sales, support] })
    expect(status).toBe(200)
    expect(body).toMatchObject({ is_superuser: false })
    expect(body.user_group_memberships).toEqual([shown(1), shown(sales), shown(support)])
    const group = await admin.get(`/api/permissions/group/${sales}`)
    expect(group.body.members).toMatchObject([{ user_id: body.id, email: body.email }])
  })

  test('may come as a manager or as an admin', async () => {
    const manager = await create({
      user_group_memberships: [{ id: 1 }, { id: sales, is_group_manager: true }],
    })
    expect(manager.body.user_group_memberships).toEqual([shown(1), shown(sales, true)])
    const boss = await create({ group_ids: [2, sales] })
    expect(boss.body).toMatchObject({
      is_superuser: true,
      user_group_memberships: [shown(1), shown(2), shown(sales)],
    })
  })

  test('is nobody at all when one of the groups is none', async () => {
    const before = await head()
    for (const body of [
      { group_ids: [sales, 999, 2] },
      { user_group_memberships: [{ id: sales }, { id: 999 }] },
      { group_ids: [sales], user_group_memberships: [{ id: support }] },
      { user_group_memberships: [{ id: 2 }, { id: sales, is_group_manager: true }] },
      { user_group_memberships: [{ id: 1, is_group_manager: true }] },
      { user_group_memberships: [sales] },
      { user_group_memberships: [{ is_group_manager: true }] },
    ])
      expectRefusal(await create(body), 400, 'validation')
    expect(await head()).toBe(before)
  })

  test('is one user in each group when the request comes twice', async () => {
    const body = someone({ password: null, group_ids: [sales, support, 2] })
    const headers = { 'Idempotency-Key': 'one-user' }
    const post = () => app.call('POST', '/api/user', { token: admin.token, body, headers })
    const [first, second] = [await post(), await post()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    const { body: memberships } = await admin.get('/api/permissions/membership')
    expect(memberships[first.body.id]).toHaveLength(4)
  })
})

describe('an admin changes the groups of a user', () => {
  test('to those that are named; who stays keeps the membership', async () => {
    const { id } = await newcomer({ group_ids: [sales] })
    const memberships = async () => (await admin.get('/api/permissions/membership')).body[id]
    const [, before] = await memberships()
    expect((await change(id, { group_ids: [support, sales] })).body).toMatchObject({
      user_group_memberships: [shown(1), shown(sales), shown(support)],
    })
    expect(await memberships()).toMatchObject([{}, before, {}])
    expect((await change(id, { group_ids: [1, support] })).body.user_group_memberships).toEqual([
      shown(1),
      shown(support),
    ])
    expect((await change(id, { group_ids: [] })).body.user_group_memberships).toEqual([shown(1)])
  })

  test('and who manages them', async () => {
    const { id } = await newcomer({ group_ids: [sales, support] })
    const manages = (is_group_manager?: boolean) =>
      change(id, { user_group_memberships: [{ id: sales, is_group_manager }, { id: support }] })
    expect((await manages(true)).body.user_group_memberships).toEqual([
      shown(1),
      shown(sales, true),
      shown(support),
    ])
    const before = await head()
    expect((await manages()).body.user_group_memberships).toContainEqual(shown(sales, true))
    expect(await head()).toBe(before)
    expect((await manages(false)).body.user_group_memberships).toContainEqual(shown(sales))
  })

  test('and with Administrators whether it is an admin', async () => {
    const { id } = await newcomer()
    expect((await change(id, { group_ids: [2] })).body.is_superuser).toBe(true)
    expect((await change(id, { group_ids: [sales], is_superuser: false })).body).toMatchObject({
      is_superuser: false,
      user_group_memberships: [shown(1), shown(sales)],
    })
    expect((await change(id, { group_ids: [2, sales], is_superuser: true })).body).toMatchObject({
      is_superuser: true,
      user_group_memberships: [shown(1), shown(2), shown(sales)],
    })
    expect((await change(id, { group_ids: [] })).body.is_superuser).toBe(false)
  })

  test('all or not at all', async () => {
    const { id } = await newcomer({ group_ids: [sales] })
    const before = [await user(id), await user(1)]
    const at = await head()
    for (const body of [
      { group_ids: [sales, 999] },
      { group_ids: [2], is_superuser: false },
      { group_ids: [sales], is_superuser: true },
      { group_ids: [support], user_group_memberships: [{ id: sales }] },
      { group_ids: ['1'] },
      { user_group_memberships: [{ id: 1, is_group_manager: true }] },
    ]) {
      const refused = await change(id, { ...body, first_name: 'Changed' })
      expectRefusal(refused, 400, 'validation')
    }
    const { body: others } = await admin.get('/api/user?group_id=2')
    for (const other of others) if (other.id !== 1) await change(other.id, { group_ids: [] })
    const last = await head()
    expectRefusal(await change(1, { group_ids: [sales], first_name: 'X' }), 400, 'validation')
    expect([await user(id), await user(1)]).toEqual(before)
    expect(await head()).toBe(last)
    expect(last).toBeGreaterThanOrEqual(at)
  })

  test('as it is read, to no effect', async () => {
    const { id } = await newcomer({ group_ids: [sales, 2] })
    const before = await head()
    const body = await user(id)
    expect(await change(id, body)).toMatchObject({ status: 200, body })
    expect(await change(id, { group_ids: [2, sales, 1] })).toMatchObject({ status: 200, body })
    expect(await head()).toBe(before)
    await change(id, { group_ids: [] })
  })

  test('and of no one who is gone', async () => {
    const { id } = await newcomer()
    await admin.delete(`/api/user/${id}`)
    expectRefusal(await change(id, { group_ids: [sales] }), 404, 'not-found')
  })
})

test('others change nothing about their groups, and may say them as they are', async () => {
  const person = await createPerson(admin, {
    user_group_memberships: [{ id: sales, is_group_manager: true }],
  })
  const caller = await enter(app, person)
  const path = `/api/user/${person.id}`
  const { body: before } = await caller.get(path)
  const at = await head()
  for (const body of [
    { group_ids: [] },
    { group_ids: [sales, support] },
    { group_ids: [support] },
    { group_ids: [sales, 2] },
    { group_ids: [sales, 999] },
    { user_group_memberships: [{ id: sales, is_group_manager: false }] },
  ])
    expectRefusal(await caller.put(path, { ...body, first_name: 'Changed' }), 403, 'forbidden')
  expect(await head()).toBe(at)
  for (const body of [
    before,
    { group_ids: [sales] },
    { group_ids: [1, sales] },
    { user_group_memberships: [{ id: sales, is_group_manager: true }] },
  ])
    expect(await caller.put(path, body)).toMatchObject({ status: 200, body: before })
  expect(await head()).toBe(at)
})

test('a group that is deleted while users join it keeps none of them, and stops nobody', async () => {
  const groupId = await newGroup('Short Lived')
  const people = await Promise.all([1, 2, 3, 4].map(() => newcomer()))
  const [gone, ...answers] = await Promise.all([
    admin.delete(`/api/permissions/group/${groupId}`),
    ...people.map(({ id }) => change(id, { group_ids: [groupId, sales] })),
  ])
  expect(gone.status).toBe(204)
  for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 400, 'validation')
  const { body: memberships } = await admin.get('/api/permissions/membership')
  for (const items of Object.values<{ group_id: number }[]>(memberships))
    for (const { group_id } of items) expect(group_id).not.toBe(groupId)
})
