import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { Pool } from 'pg'
import { personalData } from '../../../infra/security/personal-data.ts'
import { sessionRows } from '../../../infra/security/session-rows.ts'
import { postgresSessions } from '../../../infra/security/sessions.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { emptyReadModels } from '../../support/read-models.ts'
import { someKeys } from '../../support/some-keys.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const keys = someKeys()
const maxAgeSeconds = 14 * 86_400

let database: TestDatabase
const sessionsOver = (pool: Pool, { its = keys, age = maxAgeSeconds } = {}) => {
  const rows = sessionRows({ pool, keys: its })
  const people = personalData({ pool, keys: its })
  const sessions = postgresSessions({ pool, rows, personalData: people, maxAgeSeconds: age })
  const start = (userId: number) => sessions.start(userId, origin)
  return { ...sessions, start }
}
const open = () => sessionsOver(database.pool)

const origin = {
  method: 'password',
  address: '198.51.100.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
} as const

const addUser = (id: number, isSuperuser = false) =>
  database.pool.query(
    `insert into rm.users (id, email, first_name, last_name, common_name, is_superuser, is_active,
                           is_qbnewb, date_joined, updated_at)
     values ($1, 'a@example.org', 'A', 'B', 'A B', $2, true, false, '', '')`,
    [id, isSuperuser],
  )

beforeAll(async () => {
  database = await migratedDatabase()
  await emptyReadModels(database.pool)
})
afterAll(() => database.drop())

beforeEach(async () => {
  await database.pool.query(
    'truncate side.sessions; delete from rm.users; delete from rm.memberships',
  )
  await addUser(1, true)
  await addUser(2)
})

describe('a token', () => {
  test('is a UUID of version 4, new each time', async () => {
    const sessions = open()
    const tokens = await Promise.all(Array.from({ length: 50 }, () => sessions.start(1)))
    expect(new Set(tokens).size).toBe(50)
    for (const token of tokens)
      expect(token).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test('is stored as its HMAC alone', async () => {
    const token = await open().start(1)
    const hmac = createHmac('sha256', keys.session).update(token).digest('hex')
    const { rows } = await database.pool.query('select * from side.sessions')
    expect(rows).toMatchObject([{ token_key: hmac, user_id: 1 }])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test.each([
    '',
    'x',
    'CC8CCA9C-168B-42FA-857D-F1A50B085B9D',
    'ea91815c-ff09-4d9a-a59d-00f6352a5032 ',
    '{2a9e8b1e-1ad7-4871-8862-8a85817c39eb}',
    '2a9e8b1e-1ad7-1871-8862-8a85817c39eb',
    '\u0000',
  ])('that was never given out is refused without a query: %j', async (token) => {
    const pool = new Pool({ host: 'no.such.host.invalid' })
    const sessions = sessionsOver(pool)
    expect(await sessions.authenticate(token)).toBeUndefined()
  })

  test('of another key or unknown opens nothing', async () => {
    const token = await open().start(1)
    const other = sessionsOver(database.pool, { its: someKeys() })
    expect(await other.authenticate(token)).toBeUndefined()
    expect(await open().authenticate(randomUUID())).toBeUndefined()
  })
})

describe('authenticate', () => {
  test('says who it is, their groups, and how far readers are, in one round trip', async () => {
    await database.pool.query(`
      insert into rm.memberships (id, group_id, user_id, is_group_manager)
      values (1, 5, 2, false), (2, 1, 2, false), (3, 7, 1, false);
      update projections.builds set position = 9007199254740993`)
    const pool = database.openPool()
    const sessions = sessionsOver(pool)
    const token = await sessions.start(2)
    let acquired = 0
    pool.on('acquire', () => {
      acquired += 1
    })
    const { actor, ...progress } = (await sessions.authenticate(token)) ?? {}
    expect(acquired).toBe(1)
    expect(actor).toEqual({
      userId: 2,
      isSuperuser: false,
      groupIds: [1, 5],
      sessionKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(progress).toEqual({ pendingPosition: undefined, checkpoint: 9007199254740993n })
  })

  test('knows admins, and people without a group', async () => {
    const sessions = open()
    const found = await sessions.authenticate(await sessions.start(1))
    expect(found?.actor).toMatchObject({ userId: 1, isSuperuser: true, groupIds: [] })
  })

  test('refuses the deactivated', async () => {
    const sessions = open()
    const token = await sessions.start(2)
    await database.pool.query('update rm.users set is_active = false where id = 2')
    expect(await sessions.authenticate(token)).toBeUndefined()
  })

  test('asks those to wait whom the read models do not know yet', async () => {
    const sessions = open()
    const token = await sessions.start(3)
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ kind: 'projection-lag' })
  })

  test('refuses the expired; use does not prolong', async () => {
    const sessions = open()
    const token = await sessions.start(1)
    const grow = (by: string) =>
      database.pool.query('update side.sessions set expires_at = expires_at - $1::interval', [by])
    await grow('13 days 23 h 59 min')
    expect(await sessions.authenticate(token)).toBeDefined()
    await grow('1 min')
    expect(await sessions.authenticate(token)).toBeUndefined()
  })

  test('follows read models that were exchanged under it', async () => {
    const sessions = open()
    const token = await sessions.start(1)
    for (let use = 0; use < 8; use += 1) await sessions.authenticate(token)
    await emptyReadModels(database.pool)
    await expect(sessions.authenticate(token)).rejects.toMatchObject({ kind: 'projection-lag' })
    await addUser(1)
    expect((await sessions.authenticate(token))?.actor.isSuperuser).toBe(false)
  })
})

describe('the end', () => {
  test('of one session leaves the others', async () => {
    const sessions = open()
    const [mine, other] = [await sessions.start(1), await sessions.start(1)]
    const found = await sessions.authenticate(mine)
    await sessions.end(found?.actor.sessionKey ?? '')
    expect(await open().authenticate(mine)).toBeUndefined()
    expect(await sessions.authenticate(other)).toBeDefined()
  })

  test('of all of a user, or of all but one', async () => {
    const sessions = open()
    const tokens = await Promise.all(Array.from({ length: 5 }, () => sessions.start(1)))
    const stranger = await sessions.start(2)
    const kept = await sessions.authenticate(tokens[0] ?? '')
    const alive = async () =>
      (await Promise.all(tokens.map((token) => sessions.authenticate(token)))).filter(Boolean)
    await sessions.endAllOf(1, kept?.actor.sessionKey)
    expect(await alive()).toEqual([kept])
    await sessions.endAllOf(1)
    expect(await alive()).toEqual([])
    expect(await sessions.authenticate(stranger)).toBeDefined()
  })

  test('prune removes the expired and nobody else', async () => {
    const sessions = open()
    await sessionsOver(database.pool, { age: 0 }).start(1)
    const token = await sessions.start(1)
    await sessions.prune()
    expect((await database.pool.query('select 1 from side.sessions')).rowCount).toBe(1)
    expect(await sessions.authenticate(token)).toBeDefined()
  })
})

test('awaitPosition is remembered, and never moves back', async () => {
  const sessions = open()
  const token = await sessions.start(1)
  const key = (await sessions.authenticate(token))?.actor.sessionKey ?? ''
  await sessions.awaitPosition(key, 9007199254740993n)
  await sessions.awaitPosition(key, 12n)
  expect((await sessions.authenticate(token))?.pendingPosition).toBe(9007199254740993n)
})

describe('the list', () => {
  test('shows where people came from, coarsely, the newest first; at rest it is sealed', async () => {
    const sessions = open()
    const [, newer] = [await sessions.start(1), await sessions.start(1)]
    await sessions.start(2)
    await sessionsOver(database.pool, { age: 0 }).start(1)
    const { actor } = (await sessions.authenticate(newer)) ?? {}
    const listed = await sessions.of(1)
    expect(listed).toHaveLength(2)
    expect(listed[0]).toEqual({
      id: expect.any(Number),
      sessionKey: actor?.sessionKey,
      method: 'password',
      createdAt: expect.any(Date),
      lastSeenAt: expect.any(Date),
      expiresAt: expect.any(Date),
      device: 'Firefox on Linux',
      network: '198.51.100.0/24',
    })
    const { rows } = await database.pool.query('select * from side.sessions')
    expect(JSON.stringify(rows)).not.toMatch(/Firefox|198\.51/)
  })

  test('notes a use that comes a minute after the last, and no sooner one', async () => {
    const sessions = open()
    const token = await sessions.start(1)
    const seenAt = async () => (await sessions.of(1))[0]?.lastSeenAt?.getTime() ?? 0
    const setBack = (by: string) =>
      database.pool.query('update side.sessions set last_seen_at = now() - $1::interval', [by])
    await setBack('50 seconds')
    const before = await seenAt()
    await sessions.authenticate(token)
    expect(await seenAt()).toBe(before)
    await setBack('1 hour')
    await sessions.authenticate(token)
    expect(await seenAt()).toBeGreaterThan(before)
  })

  test('says by number which one to end; nobody ends that of somebody else so', async () => {
    const sessions = open()
    const token = await sessions.start(1)
    const [session] = await sessions.of(1)
    expect(await sessions.endOne(2, session?.id ?? 0)).toBe(false)
    expect(await sessions.authenticate(token)).toBeDefined()
    expect(await sessions.endOne(1, session?.id ?? 0)).toBe(true)
    expect(await sessions.authenticate(token)).toBeUndefined()
    expect(await sessions.endOne(1, session?.id ?? 0)).toBe(false)
  })
})
