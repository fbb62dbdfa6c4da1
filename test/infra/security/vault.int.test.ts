import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals'
import { UnreadableSecret } from '../../../infra/security/sealed-box.ts'
import { postgresVault } from '../../../infra/security/vault.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { someKeys } from '../../support/some-keys.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const keys = someKeys()
const canary = 'canary-Ünguessable-7f3a'

let database: TestDatabase
const open = () => postgresVault({ pool: database.pool, keys })

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('truncate side.vault'))

test('opens what was put, until it is removed', async () => {
  const reference = await open().put('database', canary)
  expect(await open().open(reference)).toBe(canary)
  await open().remove(reference)
  expect(await open().open(reference)).toBeUndefined()
  expect(await open().open('no such reference')).toBeUndefined()
})

test('sweeps what is of a kind, old enough and not to be kept', async () => {
  const vault = open()
  const put = async (kind: string, age: string) => {
    const reference = await vault.put(kind, canary)
    await database.pool.query(
      'update side.vault set created_at = now() - $2::interval where reference = $1',
      [reference, age],
    )
    return reference
  }
  const left = await put('database', '61 minutes')
  const kept = [
    await put('database', '2 hours'),
    await put('database', '59 minutes'),
    await put('webhook', '2 hours'),
  ]
  expect(await vault.sweep('database', kept.slice(0, 1), 3_600)).toBe(1)
  expect(await vault.open(left)).toBeUndefined()
  for (const reference of kept) expect(await vault.open(reference)).toBe(canary)
  expect(await vault.sweep('database', [], 3_600)).toBe(1)
})

test('stores no secret in the clear, in hex or in base64, and says under which key', async () => {
  await open().put('database', canary)
  const { rows } = await database.pool.query<{ text: string; key_id: string }>(
    `select v::text || encode(ciphertext, 'base64') || encode(ciphertext, 'escape') as text, key_id
       from side.vault v`,
  )
  expect(rows[0]?.key_id).toBe(keys.keyId)
  for (const form of ['utf8', 'hex', 'base64'] as const)
    expect(rows[0]?.text).not.toContain(Buffer.from(canary).toString(form).slice(0, 12))
})

test('uses a fresh nonce each time, also for the same secret', async () => {
  const vault = open()
  await Promise.all(Array.from({ length: 200 }, () => vault.put('database', canary)))
  const { rows } = await database.pool.query(
    `select count(distinct nonce)::integer as nonces, count(distinct ciphertext)::integer as texts,
            min(length(nonce)) as bytes from side.vault`,
  )
  expect(rows).toEqual([{ nonces: 200, texts: 200, bytes: 12 }])
})

test.each([
  ['a flipped bit', 'ciphertext = set_bit(ciphertext, 0, 1 - get_bit(ciphertext, 0))'],
  ['a cut tail', 'ciphertext = substring(ciphertext for length(ciphertext) - 1)'],
  ['nothing left', `ciphertext = ''`],
  ['another nonce', `nonce = decode('000000000000000000000000', 'hex')`],
  ['another kind', `kind = 'webhook'`],
  ['another key', `key_id = 'ffffffffffffffff'`],
])('refuses %s', async (_, change) => {
  const reference = await open().put('database', canary)
  await database.pool.query(`update side.vault set ${change}`)
  await expect(open().open(reference)).rejects.toThrow(UnreadableSecret)
})

test('refuses secrets that changed places, and tells nothing of them', async () => {
  const [first, second] = [await open().put('database', canary), await open().put('database', 'b')]
  await database.pool.query(
    `update side.vault a set nonce = b.nonce, ciphertext = b.ciphertext
       from side.vault b where a.reference <> b.reference`,
  )
  const problem = await open()
    .open(second)
    .catch((error: Error) => error)
  expect(problem).toBeInstanceOf(UnreadableSecret)
  expect(String(problem)).not.toContain(canary)
  await expect(open().open(first)).rejects.toThrow(UnreadableSecret)
})

test('refuses what another master key wrote', async () => {
  const reference = await open().put('database', canary)
  const other = postgresVault({ pool: database.pool, keys: someKeys() })
  await expect(other.open(reference)).rejects.toThrow(UnreadableSecret)
  const stolen = { vault: someKeys().vault, keyId: keys.keyId }
  const pretender = postgresVault({ pool: database.pool, keys: stolen })
  await expect(pretender.open(reference)).rejects.toThrow(UnreadableSecret)
})
