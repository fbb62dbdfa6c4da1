import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller, callerOf } from '../support/caller.ts'
import { createPerson, enter } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import {
  type Answer,
  adminEmail,
  adminPassword,
  startTestService,
  type TestService,
} from '../support/service.ts'

let app: TestService
let admin: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  await quiet(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const administrators = 2
const path = '/api/permissions/membership'
const head = () => app.service.adapters.eventStore.head()
const admit = (userId: number, caller = admin) =>
  caller.post(path, { group_id: administrators, user_id: userId })
const membershipOf = async (userId: number, caller = admin): Promise<number> => {
  const { body } = await caller.get(path)
  const memberships: { group_id: number; id: number }[] = body[userId]
  return memberships.find(({ group_id }) => group_id === administrators)?.id ?? 0
}
const dismiss = async (userId: number, caller = admin) =>
  caller.delete(`${path}/${await membershipOf(userId, caller)}`)

/** Who is an admin, as the users say and as the group says: asked in one look. */
const admins = async () => {
  const { rows } = await app.storage.pool.query<{ users: number[]; members: number[] }>(
    `select array(select id from rm.users where is_superuser order by id) as users,
            array(select user_id from rm.memberships where group_id = ${administrators}
                   order by user_id) as members`,
  )
  const [found] = rows
  if (!found) throw new Error('a select without from answers one row')
  return found
}

describe('being in Administrators', () => {
  test('is being an admin, from the next request on', async () => {
    const person = await createPerson(admin)
    const caller = await enter(app, person)
    const mayAdminister = async () => (await caller.get('/api/permissions/group')).status === 200
    expect(await mayAdminister()).toBe(false)
    const { status, body } = await admit(person.id)
    expect(status).toBe(200)
    expect(body).toMatchObject([{ user_id: 1 }, { user_id: person.id, is_group_manager: false }])
    expect(await mayAdminister()).toBe(true)
    expect((await admin.get(`/api/user/${person.id}`)).body.is_superuser).toBe(true)
    expectRefusal(await admit(person.id), 409, 'conflict')

    const membershipId = await membershipOf(person.id)
    expect((await dismiss(person.id)).status).toBe(204)
    expect(await mayAdminister()).toBe(false)
    expect((await admin.get(`/api/user/${person.id}`)).body).toMatchObject({
      is_superuser: false,
      user_group_memberships: [{ id: 1 }],
    })
    expectRefusal(await admin.delete(`${path}/${membershipId}`), 404, 'not-found')
  })

  test('and being a superuser are one, whichever is said', async () => {
    const person = await createPerson(admin)
    await admin.put(`/api/user/${person.id}`, { is_superuser: true })
    expectRefusal(await admit(person.id), 409, 'conflict')
    expect(await membershipOf(person.id)).toBeGreaterThan(0)
    await admin.put(`/api/user/${person.id}`, { is_superuser: false })
    expect(await membershipOf(person.id)).toBe(0)
    await admit(person.id)
    await admin.delete(`/api/user/${person.id}`)
    expect(await membershipOf(person.id)).toBe(0)
  })

  test('is nothing for who is deactivated', async () => {
    const person = await createPerson(admin)
    await admin.delete(`/api/user/${person.id}`)
    const before = await head()
    expectRefusal(await admit(person.id), 400, 'validation')
    expect(await head()).toBe(before)
  })

  test('takes in each user once, and many at a time', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => createPerson(admin)))
    const answers = await Promise.all([...people, ...people].map(({ id }) => admit(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill(200),
      ...Array(4).fill(409),
    ])
    for (const { id } of people) expect((await dismiss(id)).status).toBe(204)
  })
})

describe('the last active admin', () => {
  test('stays in Administrators; a deactivated one is no help', async () => {
    const other = await createPerson(admin, { group_ids: [administrators] })
    await admin.delete(`/api/user/${other.id}`)
    expect((await admins()).users).toEqual([1])
    const before = await head()
    expectRefusal(await dismiss(1), 400, 'validation')
    expectRefusal(await admin.put(`${path}/${administrators}/clear`), 400, 'validation')
    expect(await head()).toBe(before)
  })

  test('is left when two remove each other at once, by whatever way', async () => {
    const other = await createPerson(admin, { group_ids: [administrators] })
    let [mine, theirs] = [admin, await enter(app, other)]
    const ways: ((caller: Caller, id: number, membershipId: number) => Promise<Answer>)[] = [
      async (caller, _id, membershipId) => caller.delete(`${path}/${membershipId}`),
      async (caller, id) => caller.put(`/api/user/${id}`, { is_superuser: false }),
      async (caller, id) => caller.put(`/api/user/${id}`, { group_ids: [1] }),
      async (caller, id) => caller.delete(`/api/user/${id}`),
    ]
    for (let round = 0; round < 24; round += 1) {
      const [one, two] = [ways[0], ways[round % ways.length]]
      if (!one || !two) throw new Error('there are ways')
      const [ofMine, ofTheirs] = [await membershipOf(1, mine), await membershipOf(other.id, mine)]
      const answers = await Promise.all([one(mine, other.id, ofTheirs), two(theirs, 1, ofMine)])
      for (const { status } of answers) expect([200, 204, 400, 401, 403, 404]).toContain(status)
      const { users: left } = await admins()
      expect(left).toHaveLength(1)
      // Whoever is left brings the other one back.
      const [keeper, lost] = left[0] === 1 ? [mine, other.id] : [theirs, 1]
      const { body } = await keeper.get(`/api/user/${lost}`)
      if (!body.is_active) await keeper.put(`/api/user/${lost}/reactivate`)
      expect((await admit(lost, keeper)).status).toBe(200)
      if (body.is_active) continue
      if (lost === 1) mine = callerOf(app, await app.logIn(adminEmail, adminPassword))
      else theirs = await enter(app, other)
    }
    admin = mine
    await admin.put(`/api/user/${other.id}`, { is_superuser: false })
  }, 60_000)
})

test('users and group never tell of different admins, whoever looks', async () => {
  const person = await createPerson(admin)
  const change = async () => {
    for (let round = 0; round < 8; round += 1) {
      await admit(person.id)
      await dismiss(person.id)
      await admin.put(`/api/user/${person.id}`, { is_superuser: true })
      await admin.put(`/api/user/${person.id}`, { group_ids: [] })
    }
  }
  let isOver = false
  const changing = change().finally(() => {
    isOver = true
  })
  const seen = new Set<string>()
  while (!isOver) {
    const { users, members } = await admins()
    expect(members).toEqual(users)
    const { body } = await admin.get(`/api/user/${person.id}`)
    const groupIds = body.user_group_memberships.map(({ id }: { id: number }) => id)
    expect(groupIds.includes(administrators)).toBe(body.is_superuser)
    seen.add(users.join())
  }
  await changing
  expect([...seen].sort()).toEqual(['1', `1,${person.id}`])
}, 60_000)
