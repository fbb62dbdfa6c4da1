import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller } from '../support/caller.ts'
import { createPerson, enter } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

let app: TestService
let admin: Caller
let groups = 0

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  await quiet(app)
}, 30_000)
afterAll(() => app?.stop(), 30_000)

const path = '/api/permissions/membership'
const head = () => app.service.adapters.eventStore.head()
/** A new user, who never logs in unless they get a password: hashing one takes its time. */
const someone = (more: object = {}) => createPerson(admin, { password: null, ...more })
const newGroup = async (): Promise<number> => {
  groups += 1
  return (await admin.post('/api/permissions/group', { name: `Group ${groups}` })).body.id
}
const group = async (id: number) => (await admin.get(`/api/permissions/group/${id}`)).body
const user = async (id: number) => (await admin.get(`/api/user/${id}`)).body
const join = (group_id: number, user_id: number, more: object = {}) =>
  admin.post(path, { group_id, user_id, ...more })
const leave = (membershipId: number) => admin.delete(`${path}/${membershipId}`)
const setManager = (membershipId: number, is_group_manager: unknown) =>
  admin.put(`${path}/${membershipId}`, { is_group_manager })

type Membership = { readonly group_id: number; readonly membership_id: number }
const membershipsOf = async (userId: number): Promise<Membership[]> =>
  (await admin.get(path)).body[userId] ?? []
const membershipIn = async (groupId: number, userId: number): Promise<number> => {
  const membership = (await membershipsOf(userId)).find(({ group_id }) => group_id === groupId)
  if (!membership) throw new Error(`user ${userId} is not in group ${groupId}`)
  return membership.membership_id
}

describe('joining a group', () => {
  test('answers its members, and shows wherever members show', async () => {
    const [groupId, one, two] = [await newGroup(), await someone(), await createPerson(admin)]
    expect(await join(groupId, one.id)).toMatchObject({ status: 200, body: [{ user_id: one.id }] })
    const { status, body } = await join(groupId, two.id, { is_group_manager: true })
    expect(status).toBe(200)
    const { common_name, first_name, last_name } = await user(two.id)
    expect(body).toHaveLength(2)
    expect(body[1]).toEqual({
      id: await membershipIn(groupId, two.id),
      membership_id: await membershipIn(groupId, two.id),
      group_id: groupId,
      user_id: two.id,
      is_group_manager: true,
      email: two.email,
      common_name,
      first_name,
      last_name,
    })
    expect(await group(groupId)).toMatchObject({ member_count: 2, members: body })
    expect((await user(two.id)).user_group_memberships).toEqual([
      { id: 1, is_group_manager: false },
      { id: groupId, is_group_manager: true },
    ])
    const { body: filtered } = await admin.get(`/api/user?group_id=${groupId}`)
    expect(filtered.map(({ id }: { id: number }) => id)).toEqual([one.id, two.id])
    const { body: me } = await (await enter(app, two)).get('/api/user/current')
    expect(me.group_ids).toEqual([1, groupId])
  })

  test('happens once', async () => {
    const [groupId, person] = [await newGroup(), await someone()]
    await join(groupId, person.id)
    const before = await head()
    expectRefusal(await join(groupId, person.id), 409, 'conflict')
    expect(await head()).toBe(before)
  })

  test('needs a group and a user, and All Users has everybody already', async () => {
    const [groupId, person, before] = [await newGroup(), await someone(), 2_147_483_647]
    const at = await head()
    expectRefusal(await join(before, person.id), 404, 'not-found')
    expectRefusal(await join(groupId, before), 404, 'not-found')
    expectRefusal(await join(1, before), 404, 'not-found')
    expectRefusal(await join(1, person.id), 400, 'validation')
    for (const body of [{}, { group_id: groupId }, { user_id: 1 }, { group_id: '3', user_id: 1 }])
      expectRefusal(await admin.post(path, body), 400, 'validation')
    expectRefusal(await join(groupId, 1, { is_group_manager: 'yes' }), 400, 'validation')
    expect(await head()).toBe(at)
  })

  test('is open to who is deactivated: a member who does not count', async () => {
    const [groupId, person] = [await newGroup(), await someone()]
    await admin.delete(`/api/user/${person.id}`)
    expect(await join(groupId, person.id)).toMatchObject({ status: 200, body: [] })
    expect(await group(groupId)).toMatchObject({ member_count: 0, members: [] })
    expect(await membershipIn(groupId, person.id)).toBeGreaterThan(0)
    await admin.put(`/api/user/${person.id}/reactivate`)
    expect(await group(groupId)).toMatchObject({ member_count: 1 })
  })

  test('many at once lets everybody in, each once', async () => {
    const groupId = await newGroup()
    const people = await Promise.all(Array.from({ length: 12 }, () => someone()))
    const answers = await Promise.all([...people, ...people].map(({ id }) => join(groupId, id)))
    const counted = answers.filter(({ status }) => status === 200)
    expect(counted).toHaveLength(12)
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 409, 'conflict')
    expect(await group(groupId)).toMatchObject({ member_count: 12 })
  })
})

describe('memberships', () => {
  test('are listed by user, everybody with All Users', async () => {
    const [groupId, person, away] = [await newGroup(), await someone(), await someone()]
    await join(groupId, person.id)
    await admin.delete(`/api/user/${away.id}`)
    const { body } = await admin.get(path)
    const { body: users } = await admin.get('/api/user?status=all')
    expect(Object.keys(body)).toEqual(
      users.map(({ id }: { id: number }) => String(id)).sort((a: string, b: string) => +a - +b),
    )
    const membership = (group_id: number, user_id: number) => ({
      id: expect.any(Number),
      membership_id: expect.any(Number),
      group_id,
      user_id,
      is_group_manager: false,
    })
    expect(body[person.id]).toEqual([membership(1, person.id), membership(groupId, person.id)])
    expect(body[away.id]).toEqual([membership(1, away.id)])
    const { id: adminId } = (await admin.get('/api/user/current')).body
    expect(body[adminId]).toEqual([membership(1, adminId), membership(2, adminId)])
    for (const items of Object.values<{ id: number; membership_id: number }[]>(body))
      for (const { id, membership_id } of items) expect(id).toBe(membership_id)
  })

  test('of All Users cannot be edited', async () => {
    const person = await someone()
    const id = await membershipIn(1, person.id)
    const before = await head()
    expectRefusal(await leave(id), 400, 'validation')
    expectRefusal(await setManager(id, true), 400, 'validation')
    expectRefusal(await setManager(id, false), 400, 'validation')
    expect(await head()).toBe(before)
  })

  test('outlive a deactivation, but for the one of Administrators', async () => {
    const [groupId, person] = [await newGroup(), await someone({ group_ids: [2] })]
    await join(groupId, person.id)
    const id = await membershipIn(groupId, person.id)
    await admin.delete(`/api/user/${person.id}`)
    expect(await group(groupId)).toMatchObject({ member_count: 0, members: [] })
    await admin.put(`/api/user/${person.id}/reactivate`)
    expect(await membershipIn(groupId, person.id)).toBe(id)
    expect((await user(person.id)).user_group_memberships).toMatchObject([
      { id: 1 },
      { id: groupId },
    ])
  })
})

describe('a manager', () => {
  test('is noted and no more than that', async () => {
    const [groupId, person] = [await newGroup(), await createPerson(admin)]
    await join(groupId, person.id)
    const id = await membershipIn(groupId, person.id)
    const shown = { id, membership_id: id, group_id: groupId, user_id: person.id }
    expect(await setManager(id, true)).toMatchObject({
      status: 200,
      body: { ...shown, is_group_manager: true },
    })
    expect(await membershipsOf(person.id)).toMatchObject([{}, { id, is_group_manager: true }])
    const caller = await enter(app, person)
    expectRefusal(await caller.get(`/api/permissions/group/${groupId}`), 403, 'forbidden')
    expectRefusal(await caller.post(path, { group_id: groupId, user_id: 1 }), 403, 'forbidden')
    expectRefusal(await caller.put(`${path}/${groupId}/clear`), 403, 'forbidden')
    const before = await head()
    expect((await setManager(id, true)).status).toBe(200)
    for (const flag of ['yes', null, undefined, 1])
      expectRefusal(await setManager(id, flag), 400, 'validation')
    expect(await head()).toBe(before)
    expect((await setManager(id, false)).body.is_group_manager).toBe(false)
    expect(await group(groupId)).toMatchObject({ members: [{ is_group_manager: false }] })
  })

  test('is never an admin', async () => {
    const [groupId, boss] = [await newGroup(), await someone({ group_ids: [2] })]
    await join(groupId, boss.id)
    const before = await head()
    for (const id of [await membershipIn(2, boss.id), await membershipIn(groupId, boss.id)]) {
      expectRefusal(await setManager(id, true), 400, 'validation')
      expect((await setManager(id, false)).body.is_group_manager).toBe(false)
    }
    const other = await newGroup()
    expectRefusal(await join(other, boss.id, { is_group_manager: true }), 400, 'validation')
    const person = await someone()
    expectRefusal(await join(2, person.id, { is_group_manager: true }), 400, 'validation')
    expect((await user(person.id)).is_superuser).toBe(false)
    expect(before).toBeLessThan(await head())
  })
})

describe('a manager who becomes an admin', () => {
  const ways: Record<string, (userId: number, groupId: number) => Promise<{ status: number }>> = {
    'by joining Administrators': (userId) => join(2, userId),
    'by being made a superuser': (id) => admin.put(`/api/user/${id}`, { is_superuser: true }),
    'by their groups': (id, group) => admin.put(`/api/user/${id}`, { group_ids: [1, 2, group] }),
  }
  test.each(Object.keys(ways))('%s, manages nothing any more', async (way) => {
    const [one, other, person] = [await newGroup(), await newGroup(), await someone()]
    await join(one, person.id, { is_group_manager: true })
    await join(other, person.id)
    const before = await membershipsOf(person.id)
    expect((await ways[way]?.(person.id, one))?.status).toBe(200)
    const after = await membershipsOf(person.id)
    expect(after.filter(({ group_id }) => group_id === one)).toEqual([
      { ...before.find(({ group_id }) => group_id === one), is_group_manager: false },
    ])
    expect(after).toContainEqual(expect.objectContaining({ group_id: 2, is_group_manager: false }))
    expect(await group(one)).toMatchObject({ members: [{ is_group_manager: false }] })
    await leave(await membershipIn(2, person.id))
    expect(await membershipsOf(person.id)).not.toContainEqual(
      expect.objectContaining({ is_group_manager: true }),
    )
  })

  test('at the same moment, manages nothing either', async () => {
    const groupId = await newGroup()
    for (let round = 0; round < 5; round += 1) {
      const person = await someone()
      await join(groupId, person.id)
      const id = await membershipIn(groupId, person.id)
      await Promise.all([setManager(id, true), join(2, person.id)])
      const found = (await membershipsOf(person.id)).filter(({ group_id }) => group_id === groupId)
      expect(found).toMatchObject([{ membership_id: id, is_group_manager: false }])
      await admin.delete(`/api/user/${person.id}`)
    }
  })
})

describe('leaving a group', () => {
  test('ends the membership for good: who comes back has another', async () => {
    const [groupId, person] = [await newGroup(), await someone()]
    await join(groupId, person.id)
    const first = await membershipIn(groupId, person.id)
    expect(await leave(first)).toMatchObject({ status: 204, body: '' })
    expect(await membershipsOf(person.id)).toHaveLength(1)
    await join(groupId, person.id)
    const second = await membershipIn(groupId, person.id)
    expect(second).not.toBe(first)
    for (const id of [first, 2_147_483_647]) {
      expectRefusal(await leave(id), 404, 'not-found')
      expectRefusal(await setManager(id, true), 404, 'not-found')
    }
    expect(await membershipIn(groupId, person.id)).toBe(second)
  })

  test('at the same time happens once', async () => {
    const [groupId, person] = [await newGroup(), await someone()]
    await join(groupId, person.id)
    const id = await membershipIn(groupId, person.id)
    const answers = await Promise.all([1, 2, 3, 4].map(() => leave(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404])
  })

  test('all together empties the group and leaves it there', async () => {
    const [groupId, other] = [await newGroup(), await newGroup()]
    const people = [await someone(), await someone(), await someone()]
    for (const { id } of people) await join(groupId, id)
    await join(other, people[0]?.id ?? 0)
    await admin.delete(`/api/user/${people[2]?.id}`)
    const clear = () => admin.put(`${path}/${groupId}/clear`)
    expect(await clear()).toMatchObject({ status: 204, body: '' })
    expect(await group(groupId)).toMatchObject({ member_count: 0, members: [] })
    expect(await group(other)).toMatchObject({ member_count: 1 })
    for (const { id } of people.slice(1)) expect(await membershipsOf(id)).toHaveLength(1)
    const before = await head()
    expect((await clear()).status).toBe(204)
    expect(await head()).toBe(before)
    expectRefusal(await admin.put(`${path}/2147483647/clear`), 404, 'not-found')
  })
})

describe('the same request under its key', () => {
  test('is one membership', async () => {
    const [group_id, person] = [await newGroup(), await someone()]
    const headers = { 'Idempotency-Key': 'one-membership' }
    const body = { group_id, user_id: person.id }
    const post = () => app.call('POST', path, { token: admin.token, body, headers })
    const [first, second] = [await post(), await post()]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.body).toEqual(first.body)
    expect(await group(group_id)).toMatchObject({ member_count: 1 })
  })
})

describe('what a group is granted', () => {
  test('is in force for the next request of who joins, and no more for who left', async () => {
    const [groupId, person] = [await newGroup(), await createPerson(admin)]
    const caller = await enter(app, person)
    const groupIds = async () => (await caller.get('/api/user/current')).body.group_ids
    for (let round = 0; round < 5; round += 1) {
      await join(groupId, person.id)
      expect(await groupIds()).toEqual([1, groupId])
      await leave(await membershipIn(groupId, person.id))
      expect(await groupIds()).toEqual([1])
    }
  })
})
