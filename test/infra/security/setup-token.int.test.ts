import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { setupToken } from '../../../infra/security/setup-token.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { someKeys } from '../../support/some-keys.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const keys = someKeys()

let database: TestDatabase
const open = () => setupToken({ pool: database.pool, keys })

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('truncate side.setup_token'))

test('is minted once, by whoever comes first, and shown until used', async () => {
  const shown = await Promise.all(Array.from({ length: 8 }, () => open().current()))
  expect(new Set(shown).size).toBe(1)
  expect(shown[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(await open().current()).toBe(shown[0])
})

test('matches itself alone', async () => {
  const token = (await open().current()) ?? ''
  expect(await open().matches(token)).toBe(true)
  for (const wrong of ['', 'x', token.toUpperCase().replace(/^./, 'G'), `${token}0`])
    expect(await open().matches(wrong)).toBe(false)
})

test('is not stored in the clear', async () => {
  const token = (await open().current()) ?? ''
  const { rows } = await database.pool.query<{ text: string }>(
    `select t::text || encode(ciphertext, 'escape') as text from side.setup_token t`,
  )
  expect(rows[0]?.text).not.toContain(token)
  expect(rows[0]?.text).not.toContain(Buffer.from(token).toString('hex'))
})

test('once burnt it is gone for ever, and no new one is minted', async () => {
  const token = (await open().current()) ?? ''
  await Promise.all([open().burn(), open().burn()])
  expect(await open().current()).toBeUndefined()
  expect(await open().matches(token)).toBe(false)
  const { rows } = await database.pool.query('select key_id, ciphertext from side.setup_token')
  expect(rows).toEqual([{ key_id: null, ciphertext: null }])
})

test('can be burnt before it was ever minted', async () => {
  await open().burn()
  expect(await open().current()).toBeUndefined()
})
