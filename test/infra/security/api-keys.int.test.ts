import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { Pool } from 'pg'
import { postgresApiKeys } from '../../../infra/security/api-keys.ts'
import { personalData } from '../../../infra/security/personal-data.ts'
import { sessionRows } from '../../../infra/security/session-rows.ts'
import { postgresSessions } from '../../../infra/security/sessions.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { emptyReadModels } from '../../support/read-models.ts'
import { someKeys } from '../../support/some-keys.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const keys = someKeys()
const inAYear = new Date(Date.now() + 365 * 86_400_000)
const [apiKeyId, userId, scope] = [7, 1, 'write'] as const
const issued = { apiKeyId, userId, scope, expiresAt: inAYear }

let database: TestDatabase
const open = (pool: Pool = database.pool) => {
  const rows = sessionRows({ pool, keys })
  const people = personalData({ pool, keys })
  return {
    apiKeys: postgresApiKeys({ pool, rows }),
    sessions: postgresSessions({ pool, rows, personalData: people, maxAgeSeconds: 3_600 }),
  }
}
const isActive = (active: boolean) =>
  database.pool.query('update rm.users set is_active = $1', [active])

beforeAll(async () => {
  database = await migratedDatabase()
  await emptyReadModels(database.pool)
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.pool.query(`
    truncate side.sessions; delete from rm.users;
    insert into rm.users (id, email, first_name, last_name, common_name, is_superuser, is_active,
                          is_qbnewb, date_joined, updated_at)
    values (1, 'a@example.org', 'A', 'B', 'A B', true, true, false, '', '')`)
})

test('a key opens what it was made for, and is kept as a hash and its first letters', async () => {
  const { apiKeys, sessions } = open()
  const key = await apiKeys.issue(issued)
  expect(key).toMatch(/^as_[\w-]{43}$/)
  expect(key).not.toBe(await apiKeys.issue({ ...issued, apiKeyId: 8 }))
  expect((await apiKeys.authenticate(key))?.actor).toEqual({
    userId,
    isSuperuser: true,
    groupIds: [],
    sessionKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    apiKey: { id: apiKeyId, scope },
  })
  expect(await sessions.authenticate(key)).toBeUndefined()
  const { rows } = await database.pool.query('select * from side.sessions where api_key_id = 7')
  expect(rows).toMatchObject([{ hint: key.slice(0, 9) }])
  expect(JSON.stringify(rows)).not.toContain(key.slice(0, 12))
})

test('a session is no key, a key no session: neither lists, ends or clears away the other', async () => {
  const { apiKeys, sessions } = open()
  const key = await apiKeys.issue(issued)
  const origin = { method: 'password', address: '', userAgent: undefined } as const
  const token = await sessions.start(userId, origin)
  expect(await apiKeys.authenticate(token)).toBeUndefined()
  expect(await sessions.of(userId)).toHaveLength(1)
  expect(await sessions.endAllOf(userId)).toHaveLength(1)
  await database.pool.query(`update side.sessions set expires_at = now() - interval '1 day'`)
  await sessions.prune()
  expect(await apiKeys.idsOf(userId)).toEqual([apiKeyId])
  expect(await apiKeys.authenticate(key)).toBeUndefined()
})

test('what is no key is not looked for', async () => {
  const { apiKeys } = open(new Pool({ host: 'no.such.host.invalid' }))
  for (const text of ['', 'as_', `as_${'x'.repeat(42)}`, `as_${'x'.repeat(44)}`, 'x'.repeat(46)])
    expect(await apiKeys.authenticate(text)).toBeUndefined()
})

test('the deactivated have none that opens anything, nor is one replaced or removed any more', async () => {
  const { apiKeys } = open()
  const first = await apiKeys.issue(issued)
  await isActive(false)
  expect(await apiKeys.authenticate(first)).toBeUndefined()
  await isActive(true)
  const second = (await apiKeys.replace(apiKeyId, inAYear)) ?? ''
  expect(await apiKeys.authenticate(first)).toBeUndefined()
  expect(await apiKeys.authenticate(second)).toBeDefined()
  await apiKeys.remove(apiKeyId)
  expect(await apiKeys.authenticate(second)).toBeUndefined()
  expect(await apiKeys.replace(apiKeyId, inAYear)).toBeUndefined()
})

test('tells how a key begins and when it was last used', async () => {
  const { apiKeys } = open()
  const key = await apiKeys.issue(issued)
  const hint = key.slice(0, 9)
  const traits = async () => (await apiKeys.traitsOf([apiKeyId, 99])).get(apiKeyId)
  expect(await traits()).toEqual({ hint, lastUsedAt: null })
  await apiKeys.authenticate(key)
  expect(await traits()).toEqual({ hint, lastUsedAt: expect.any(Date) })
})
