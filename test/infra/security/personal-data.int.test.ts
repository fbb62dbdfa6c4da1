import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { personalData } from '../../../infra/security/personal-data.ts'
import { UnreadableSecret } from '../../../infra/security/sealed-box.ts'
import { sealed } from '../../../shared/events/event-type.ts'
import { erased } from '../../../shared/ports/personal-data.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { someKeys } from '../../support/some-keys.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const keys = someKeys()

let database: TestDatabase
/** As another process would see it, with nothing cached. */
const open = () => personalData({ pool: database.pool, keys })

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('truncate side.person_keys'))

test('opens what it sealed, also after a restart', async () => {
  const people = open()
  const [first, second] = [await people.seal(1, 'Zoë 👩‍🚀'), await people.seal(2, '')]
  for (const reader of [people, open()]) {
    const read = await reader.unlock([1, 2, 1])
    expect([read(1, first), read(2, second)]).toEqual(['Zoë 👩‍🚀', ''])
  }
})

test('sealed text is versioned, fit for JSON, fresh each time and says nothing', async () => {
  const people = open()
  const texts = await Promise.all(
    Array.from({ length: 100 }, () => people.seal(1, 'ada@example.org')),
  )
  expect(new Set(texts).size).toBe(100)
  for (const text of texts) expect(text).toMatch(/^1\.[\w-]{6}\.[\w-]{40,80}$/)
})

test('racing first uses agree on one key', async () => {
  const processes = Array.from({ length: 4 }, open)
  const texts = await Promise.all(
    Array.from({ length: 16 }, (_, n) => processes[n % 4]?.seal(3, `${n}`)),
  )
  const read = await open().unlock([3])
  expect(texts.map((text) => read(3, sealed.parse(text)))).toEqual(texts.map((_, n) => `${n}`))
})

test('loads all missing keys in one query, and none twice', async () => {
  const people = open()
  const ids = Array.from({ length: 50 }, (_, n) => n + 1)
  const texts = await Promise.all(ids.map((id) => people.seal(id, `name ${id}`)))
  const pool = database.openPool()
  let queries = 0
  pool.on('acquire', () => {
    queries += 1
  })
  const reader = personalData({ pool, keys })
  const read = await reader.unlock(ids)
  expect(texts.map((text, n) => read(n + 1, text))).toEqual(ids.map((id) => `name ${id}`))
  await reader.unlock(ids)
  expect(queries).toBe(1)
})

describe('a person who was forgotten', () => {
  test('is erased, for this process at once and for a new one', async () => {
    const people = open()
    const [gone, kept] = [await people.seal(1, 'Ada'), await people.seal(2, 'Grace')]
    await people.forget(1)
    for (const reader of [people, open()]) {
      const read = await reader.unlock([1, 2])
      expect([read(1, gone), read(2, kept)]).toEqual([erased, 'Grace'])
    }
  })

  test('is erased for a process that had the key, once its cache has aged', async () => {
    const people = open()
    const gone = await people.seal(1, 'Ada')
    const other = personalData({ pool: database.pool, keys, cacheSeconds: 0 })
    expect((await other.unlock([1]))(1, gone)).toBe('Ada')
    await database.pool.query('delete from side.person_keys')
    expect((await other.unlock([1]))(1, gone)).toBe(erased)
  })

  test('stays erased when the same id gets a new key', async () => {
    const people = open()
    const old = await people.seal(1, 'Ada')
    await people.forget(1)
    const text = await people.seal(1, 'Eve')
    const read = await people.unlock([1])
    expect([read(1, old), read(1, text)]).toEqual([erased, 'Eve'])
  })
})

describe('refuses', () => {
  test('text that was changed or is of no known format', async () => {
    const people = open()
    const text = await people.seal(1, 'Ada')
    const read = await people.unlock([1])
    const end = text.endsWith('AA') ? 'BB' : 'AA'
    for (const bad of [`${text.slice(0, -2)}${end}`, `2${text.slice(1)}`, 'Ada', ''])
      expect(() => read(1, sealed.parse(bad))).toThrow(UnreadableSecret)
  })

  test('a key that was put in another person’s place', async () => {
    const people = open()
    await people.seal(1, 'Ada')
    await people.seal(2, 'Grace')
    await database.pool.query(
      `update side.person_keys a set nonce = b.nonce, ciphertext = b.ciphertext
         from side.person_keys b where a.user_id = 1 and b.user_id = 2`,
    )
    await expect(open().unlock([1])).rejects.toThrow(UnreadableSecret)
  })

  test('to open data of somebody who was not unlocked', async () => {
    const text = await open().seal(1, 'Ada')
    const read = await open().unlock([2])
    expect(() => read(1, text)).toThrow('not unlocked')
  })
})
