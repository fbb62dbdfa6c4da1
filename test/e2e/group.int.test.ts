import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  await quiet(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const path = '/api/permissions/group'
const head = () => app.service.adapters.eventStore.head()
const create = (name: unknown) => admin.post(path, { name })
const list = async () => (await admin.get(path)).body as { name: string; member_count: number }[]
const join = (group_id: number, user_id: number) =>
  admin.post('/api/permissions/membership', { group_id, user_id })

describe('groups', () => {
  test('are two at first, by name, with those who are active in them', async () => {
    expect(await list()).toEqual([
      { id: 2, name: 'Administrators', member_count: 1 },
      { id: 1, name: 'All Users', member_count: 1 },
    ])
    const person = await createPerson(admin, { password: null })
    expect(await list()).toMatchObject([{ member_count: 1 }, { member_count: 2 }])
    await admin.delete(`/api/user/${person.id}`)
    expect(await list()).toMatchObject([{ member_count: 1 }, { member_count: 1 }])
  })

  test('are created empty, and read as they were written', async () => {
    const { status, body } = await create('ärzte')
    expect(status).toBe(200)
    expect(body).toEqual({ id: expect.any(Number), name: 'ärzte', member_count: 0, members: [] })
    expect(await admin.get(`${path}/${body.id}`)).toMatchObject({ status: 200, body })
    await create('Zebras')
    expect((await list()).map(({ name }) => name)).toEqual([
      'Administrators',
      'All Users',
      'ärzte',
      'Zebras',
    ])
  })

  test('come in pages as well', async () => {
    const { headers, body } = await admin.get(`${path}?limit=1&offset=1`)
    expect(body).toMatchObject([{ name: 'All Users' }])
    expect(Number(headers.get('x-total-count'))).toBe((await list()).length)
  })

  test('have a name that says something', async () => {
    const before = await head()
    for (const name of ['', '  ', 'x'.repeat(255), 7, null, undefined]) {
      const refused = await create(name)
      expectRefusal(refused, 400, 'validation')
      expect(refused.body.errors).toHaveProperty('name')
      expectRefusal(await admin.put(`${path}/1`, { name }), 400, 'validation')
    }
    expect(await head()).toBe(before)
    expect((await create('x'.repeat(254))).status).toBe(200)
  })

  test('are one to a name, in whatever spelling', async () => {
    await create('Field Service')
    const before = await head()
    for (const name of ['Field Service', 'FIELD SERVICE', ' field service ', 'all users']) {
      const refused = await create(name)
      expectRefusal(refused, 400, 'validation')
      expect(refused.body.errors).toHaveProperty('name')
    }
    expect(await head()).toBe(before)
  })
})

describe('a group', () => {
  test('is renamed, and its old name is free again', async () => {
    const { body: group } = await create('Before')
    const rename = (name: string) => admin.put(`${path}/${group.id}`, { name })
    const renamed = { status: 200, body: { ...group, name: 'After' } }
    expect(await rename('After')).toMatchObject(renamed)
    expect(await admin.get(`${path}/${group.id}`)).toMatchObject(renamed)
    expect((await create('before')).status).toBe(200)
    expectRefusal(await rename('BEFORE'), 400, 'validation')
    expect((await rename('AFTER')).body.name).toBe('AFTER')
    const before = await head()
    expect((await rename('AFTER')).status).toBe(200)
    expect(await head()).toBe(before)
  })

  test('is deleted with its members, and its name is free again', async () => {
    const { body: group } = await create('Short Lived')
    const person = await createPerson(admin, { password: null })
    await join(group.id, person.id)
    expect(await admin.delete(`${path}/${group.id}`)).toMatchObject({ status: 204, body: '' })
    expectRefusal(await admin.get(`${path}/${group.id}`), 404, 'not-found')
    expectRefusal(await admin.delete(`${path}/${group.id}`), 404, 'not-found')
    expectRefusal(await admin.put(`${path}/${group.id}`, { name: 'X' }), 404, 'not-found')
    expectRefusal(await join(group.id, person.id), 404, 'not-found')
    const { body: user } = await admin.get(`/api/user/${person.id}`)
    expect(user.user_group_memberships).toEqual([{ id: 1, is_group_manager: false }])
    const { body: again } = await create('short lived')
    expect(again.id).toBeGreaterThan(group.id)
  })

  test.each([1, 2])('that is there by default stays as it is: %i', async (id) => {
    const before = await head()
    const { body: group } = await admin.get(`${path}/${id}`)
    expectRefusal(await admin.put(`${path}/${id}`, { name: 'Other' }), 400, 'validation')
    expectRefusal(await admin.put(`${path}/${id}`, { name: 'ALL USERS' }), 400, 'validation')
    expectRefusal(await admin.delete(`${path}/${id}`), 400, 'validation')
    expectRefusal(await admin.put(`/api/permissions/membership/${id}/clear`), 400, 'validation')
    expect((await admin.put(`${path}/${id}`, { name: group.name })).status).toBe(200)
    expect(await head()).toBe(before)
  })
})

describe('the same name at the same time', () => {
  test('goes to one group', async () => {
    const spellings = ['Rush', 'RUSH', 'rush', 'Rush ', 'ruSH', 'RuSh', 'rUsH', ' Rush']
    const answers = await Promise.all(spellings.map(create))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(400)])
    const named = (await list()).filter(({ name }) => name.trim().toLowerCase() === 'rush')
    expect(named).toHaveLength(1)
  })

  test('goes to one group when others take it by renaming', async () => {
    const names = ['One', 'Two', 'Three', 'Four']
    const groups = await Promise.all(names.map(async (name) => (await create(name)).body))
    const renames = groups.map(({ id }) => admin.put(`${path}/${id}`, { name: 'Same' }))
    const answers = await Promise.all(renames)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const left = (await list()).map(({ name }) => name).filter((it) => names.includes(it))
    expect(left).toHaveLength(3)
    // The name the winner gave up is free, the others are not.
    const again = await Promise.all(names.map(create))
    expect(again.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })
})

test('the same request again, under its key, is one group', async () => {
  const headers = { 'Idempotency-Key': 'one-group' }
  const post = () =>
    app.call('POST', path, { token: admin.token, body: { name: 'Keyed' }, headers })
  const [first, second] = [await post(), await post()]
  expect(first.status).toBe(200)
  expect([second.status, second.body]).toEqual([200, first.body])
  expect((await list()).filter(({ name }) => name === 'Keyed')).toHaveLength(1)
})
