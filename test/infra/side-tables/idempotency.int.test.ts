import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { postgresIdSequences } from '../../../infra/side-tables/id-sequences.ts'
import { postgresIdempotency } from '../../../infra/side-tables/idempotency.ts'
import type { Idempotency } from '../../../shared/ports/idempotency.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const answer = { status: 200, headers: { 'content-type': 'application/json' }, body: '{"id":1}' }

let database: TestDatabase

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())

const open = () => postgresIdempotency({ pool: database.pool })

/** Begins and expects to be the one that runs. */
const run = async (idempotency: Idempotency, key: string, hash = 'hash') => {
  const start = await idempotency.begin('session', key, hash)
  if (start.kind !== 'run') throw new Error(`expected to run, found ${start.kind}`)
  return start.commandId
}

const age = (key: string, column: 'begun_at' | 'expires_at', by: string) =>
  database.pool.query(
    `update side.idempotency set ${column} = ${column} - $2::interval where key = $1`,
    [key, by],
  )

describe('begin', () => {
  test('lets one of 32 requests run', async () => {
    const processes = [database.openPool(), database.openPool()].map((pool) =>
      postgresIdempotency({ pool }),
    )
    const key = randomUUID()
    const starts = await Promise.all(
      Array.from({ length: 32 }, (_, n) => processes[n % 2]?.begin('session', key, 'hash')),
    )
    const kinds = starts.map((start) => start?.kind).sort()
    expect(kinds).toEqual([...Array.from({ length: 31 }, () => 'busy'), 'run'])
  })

  test('replays the first answer, word for word', async () => {
    const [idempotency, key] = [open(), randomUUID()]
    const commandId = await run(idempotency, key)
    await idempotency.finish(commandId, answer)
    await idempotency.finish(commandId, { ...answer, body: 'second' })
    expect(await idempotency.begin('session', key, 'hash')).toEqual({ kind: 'replay', answer })
  })

  test('refuses another request under the same key, busy or answered', async () => {
    const [idempotency, key] = [open(), randomUUID()]
    const commandId = await run(idempotency, key)
    expect(await idempotency.begin('session', key, 'other')).toEqual({ kind: 'mismatch' })
    await idempotency.finish(commandId, answer)
    expect(await idempotency.begin('session', key, 'other')).toEqual({ kind: 'mismatch' })
  })

  test('keeps the keys of sessions apart', async () => {
    const [idempotency, key] = [open(), randomUUID()]
    const mine = await run(idempotency, key)
    const theirs = await idempotency.begin('another session', key, 'other')
    expect(theirs).toEqual({ kind: 'run', commandId: expect.not.stringMatching(mine) })
  })

  test('after a release runs again under the same command id, for the same request', async () => {
    const [idempotency, key] = [open(), randomUUID()]
    const commandId = await run(idempotency, key)
    await idempotency.release(commandId)
    expect(await idempotency.begin('session', key, 'other')).toEqual({ kind: 'mismatch' })
    expect(await run(idempotency, key)).toBe(commandId)
    expect((await idempotency.begin('session', key, 'hash')).kind).toBe('busy')
  })

  test('takes over from a request that was cut short, under the same command id', async () => {
    const [idempotency, key] = [open(), randomUUID()]
    const commandId = await run(idempotency, key)
    await age(key, 'begun_at', '59 s')
    expect((await idempotency.begin('session', key, 'hash')).kind).toBe('busy')
    await age(key, 'begun_at', '2 s')
    const starts = await Promise.all(
      Array.from({ length: 8 }, () => idempotency.begin('session', key, 'hash')),
    )
    expect(starts.filter(({ kind }) => kind === 'run')).toEqual([{ kind: 'run', commandId }])
  })

  test('forgets after 24 hours', async () => {
    const [idempotency, key] = [open(), randomUUID()]
    const commandId = await run(idempotency, key)
    await idempotency.finish(commandId, answer)
    await age(key, 'expires_at', '23 h 59 min')
    expect((await idempotency.begin('session', key, 'hash')).kind).toBe('replay')
    await age(key, 'expires_at', '1 min')
    expect(await run(idempotency, key, 'other')).not.toBe(commandId)
  })
})

describe('remembered', () => {
  test('answers the same ids to every try, also when tries race', async () => {
    const idempotency = open()
    const ids = postgresIdSequences(database.pool)
    const commandId = await run(idempotency, randomUUID())
    const draw = () => ids.take('user', 2)
    const tries = await Promise.all(
      Array.from({ length: 8 }, () => idempotency.remembered(commandId, 'user', draw)),
    )
    const later = await idempotency.remembered(commandId, 'user', draw)
    expect(later).toHaveLength(2)
    for (const drawn of tries) expect(drawn).toEqual(later)
  })

  test('draws anew for another slot and another command', async () => {
    const idempotency = open()
    const ids = postgresIdSequences(database.pool)
    const draw = async () => [await ids.next('group')]
    const drawn = [
      await idempotency.remembered(randomUUID(), '0', draw),
      await idempotency.remembered(randomUUID(), '0', draw),
      await idempotency.remembered(randomUUID(), '1', draw),
    ]
    expect(new Set(drawn.flat()).size).toBe(3)
  })
})

test('prune removes what has expired and nothing else', async () => {
  const [idempotency, old, young] = [open(), randomUUID(), randomUUID()]
  const commandId = await run(idempotency, old)
  await idempotency.remembered(commandId, '0', async () => [1])
  await run(idempotency, young)
  await age(old, 'expires_at', '24 h')
  await database.pool.query(`update side.drawn_ids set drawn_at = now() - interval '24 h'`)
  await idempotency.prune()
  const { rows } = await database.pool.query(
    'select key from side.idempotency where key in ($1, $2)',
    [old, young],
  )
  expect(rows).toEqual([{ key: young }])
  expect((await database.pool.query('select * from side.drawn_ids')).rows).toEqual([])
})
