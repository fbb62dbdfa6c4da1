import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import { asAdmin, asNewUser, type Caller } from '../support/caller.ts'
import { createPerson } from '../support/people.ts'
import { expectRefusal } from '../support/refusals.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(30_000)

let app: TestService
let admin: Caller
let person: Caller

beforeAll(async () => {
  app = await startTestService()
  admin = await asAdmin(app)
  person = await asNewUser(app, admin)
}, 60_000)
afterAll(() => app?.stop(), 30_000)

type Line = {
  readonly event: { readonly type: string; readonly position: string; readonly data: unknown }
}

const exported = async (query = '') => {
  const answer = await admin.get(`/api/audit/export${query}`)
  expect(answer.status).toBe(200)
  const lines = String(answer.body).trimEnd().split('\n')
  const events = lines.slice(0, -1).map((line): Line['event'] => JSON.parse(line).event)
  return { answer, events, manifest: JSON.parse(lines.at(-1) ?? '') }
}

describe('an export', () => {
  test('is a file of JSON lines that nothing may sniff or keep', async () => {
    const { headers } = (await exported()).answer
    expect(headers.get('content-type')).toBe('application/x-ndjson')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="evidence_[\dT.-]+Z\.jsonl"$/,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('holds what bears on access, and personal data only sealed', async () => {
    const { id, email } = await createPerson(admin, { first_name: 'Zebulon', last_name: 'Quux' })
    await app.logIn(email, 'a long enough password')
    await app.call('POST', '/api/session', { body: { username: email, password: 'wrong one' } })
    await admin.delete(`/api/user/${id}`)
    const { answer, events } = await exported()
    const about = events.filter((it) => (it.data as { userId?: number }).userId === id)
    expect(about.map(({ type }) => type)).toEqual([
      'UserRegistered',
      'UserLoggedIn',
      'UserLoginFailed',
      'UserDeactivated',
    ])
    expect(events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['AdminGranted', 'GroupCreated', 'DatabaseConnected']),
    )
    expect(events.map(({ type }) => type)).not.toContain('TableSynced')
    for (const secret of ['Zebulon', 'Quux', email, 'password":"'])
      expect(answer.body).not.toContain(secret)
  })

  test('of a stretch takes the first bound in and leaves the second out', async () => {
    const all = (await exported()).events
    const [from, to] = [all[2]?.position, all[5]?.position]
    const { events, manifest } = await exported(`?from=${from}&to=${to}`)
    expect(events).toEqual(all.slice(2, 5))
    expect(manifest).toMatchObject({ from, to, count: 3, previous_size: 2, size: 5 })
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect((await exported(`?from=${tomorrow}`)).manifest).toMatchObject({
      from: `${tomorrow}T00:00:00.000Z`,
      count: 0,
      first_position: null,
    })
    expect((await exported('?to=2020-01-01T00:00:00%2B02:00')).manifest).toMatchObject({
      to: '2019-12-31T22:00:00.000Z',
      size: 0,
    })
  })

  test.each([
    '?from=yesterday',
    '?from=-1',
    '?from=2026-02-31',
    '?to=2026-02-31T00:00:00Z',
    '?to=2026-13-01',
    '?to=2026-01-01T00:00:00',
    '?from=9&to=3',
    '?from=2026-02-01&to=2026-01-01',
    '?from=1&from=2',
  ])('of %s is refused', async (query) => {
    expectRefusal(await admin.get(`/api/audit/export${query}`), 400, 'validation')
  })
})

test('the head is the manifest an export up to now ends in', async () => {
  const { body: head } = await admin.get('/api/audit/head')
  const { manifest } = await exported()
  expect(head).toMatchObject({ count: 0, size: manifest.size, root: manifest.root })
})

test('the head proves that it goes on from an earlier size, and no other', async () => {
  const { manifest } = await exported()
  const { body: head } = await admin.get(`/api/audit/head?since=${manifest.size - 1}`)
  expect(head.since.size).toBe(manifest.size - 1)
  expect(head.since.path.length).toBeGreaterThan(0)
  for (const since of ['1000000', '-1', 'all'])
    expectRefusal(await admin.get(`/api/audit/head?since=${since}`), 400, 'validation')
})

test('none of it is for anybody but admins', async () => {
  for (const path of ['/api/audit/export', '/api/audit/head', '/api/audit/public-key'])
    expectRefusal(await person.get(path), 403, 'forbidden')
})
