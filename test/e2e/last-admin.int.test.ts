import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { asAdmin, type Caller, callerOf } from '../support/caller.ts'
import { createPerson, enter } from '../support/people.ts'
import { quiet } from '../support/quiet.ts'
import { expectRefusal } from '../support/refusals.ts'
import {
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

const head = () => app.service.adapters.eventStore.head()

describe('the last admin', () => {
  const activeAdmins = async () => {
    const { rows } = await app.storage.pool.query(
      'select id from rm.users where is_superuser and is_active order by id',
    )
    return rows.map(({ id }) => id as number)
  }
  const leaveOne = async () => {
    for (const id of await activeAdmins())
      if (id !== 1) await admin.put(`/api/user/${id}`, { is_superuser: false })
    expect(await activeAdmins()).toEqual([1])
  }

  test('cannot be deactivated or demoted, and nothing else of the request is done', async () => {
    await leaveOne()
    const before = await head()
    expectRefusal(await admin.delete('/api/user/1'), 400, 'validation')
    expectRefusal(await admin.put('/api/user/1', { is_superuser: false }), 400, 'validation')
    const both = { first_name: 'Changed', email: 'other@example.com', is_superuser: false }
    expectRefusal(await admin.put('/api/user/1', both), 400, 'validation')
    expect((await admin.get('/api/user/1')).body).toMatchObject({
      email: adminEmail,
      is_superuser: true,
    })
    expect((await admin.get('/api/user/1')).body.first_name).not.toBe('Changed')
    expect(await head()).toBe(before)
  })

  test('is left when two admins remove each other at once, fifty times', async () => {
    await leaveOne()
    const other = await createPerson(admin, { group_ids: [2] })
    let theirs = await enter(app, other)
    let mine = admin
    const kinds = [
      (caller: Caller, id: number) => caller.delete(`/api/user/${id}`),
      (caller: Caller, id: number) => caller.put(`/api/user/${id}`, { is_superuser: false }),
    ]
    for (let round = 0; round < 50; round += 1) {
      const [first, second] = [kinds[round % 2], kinds[(round >> 1) % 2]]
      if (!first || !second) throw new Error('there are two kinds')
      const answers = await Promise.all([first(mine, other.id), second(theirs, 1)])
      for (const { status } of answers) expect([200, 400, 401, 403]).toContain(status)
      const left = await activeAdmins()
      expect(left).toHaveLength(1)
      // Whoever is left brings the other one back.
      const [keeper, lost] = left[0] === 1 ? [mine, other.id] : [theirs, 1]
      const { body } = await keeper.get(`/api/user/${lost}`)
      if (!body.is_active) await keeper.put(`/api/user/${lost}/reactivate`)
      await keeper.put(`/api/user/${lost}`, { is_superuser: true })
      if (lost === 1) mine = callerOf(app, await app.logIn(adminEmail, adminPassword))
      else theirs = await enter(app, other)
    }
  }, 60_000)
})
