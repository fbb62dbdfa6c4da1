import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import argon2 from 'argon2'
import { passwordHasher } from '../../../infra/security/password-hasher.ts'
import { postgresPasswords } from '../../../infra/security/passwords.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase
const open = () => postgresPasswords({ pool: database.pool })

const storedHash = async () => {
  const { rows } = await database.pool.query<{ hash: string }>('select hash from side.credentials')
  return rows[0]?.hash ?? ''
}

const store = (hash: string) =>
  database.pool.query('insert into side.credentials (user_id, hash) values (1, $1)', [hash])

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())
beforeEach(() => database.pool.query('truncate side.credentials'))

test('are stored as Argon2id of 19 MiB, two passes, one lane', async () => {
  await open().set(1, 'correct horse')
  expect(await storedHash()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('match to the letter: case, spaces at the end and Unicode forms count', async () => {
  const password = 'Päss phrase 🐎 '.normalize('NFC')
  await open().set(1, password)
  expect(await open().match(1, password)).toBe(true)
  for (const wrong of [password.trim(), password.toLowerCase(), password.normalize('NFD'), ''])
    expect(await open().match(1, wrong)).toBe(false)
})

test('the last one set counts', async () => {
  await open().set(1, 'first password')
  await open().set(1, 'second password')
  expect(await open().match(1, 'first password')).toBe(false)
  expect(await open().match(1, 'second password')).toBe(true)
})

describe('a hash of the past', () => {
  const weak = { type: argon2.argon2id, memoryCost: 4_096, timeCost: 1, parallelism: 1 }

  test('is made anew by the next right password, not by a wrong one', async () => {
    const old = await argon2.hash('correct horse', weak)
    await store(old)
    expect(await open().match(1, 'wrong horse')).toBe(false)
    expect(await storedHash()).toBe(old)
    expect(await open().match(1, 'correct horse')).toBe(true)
    expect(await storedHash()).toMatch(/\$m=19456,t=2,p=1\$/)
    expect(await open().match(1, 'correct horse')).toBe(true)
  })

  test('stays when it is stronger', async () => {
    const strong = await argon2.hash('correct horse', { ...weak, memoryCost: 47_104 })
    await store(strong)
    expect(await open().match(1, 'correct horse')).toBe(true)
    expect(await storedHash()).toBe(strong)
  })

  test('does not overwrite a password changed in the meantime', async () => {
    await store(await argon2.hash('correct horse', weak))
    const hasher = passwordHasher()
    const passwords = postgresPasswords({
      pool: database.pool,
      hasher: {
        ...hasher,
        async verify(hash, password) {
          const verdict = await hasher.verify(hash, password)
          await open().set(1, 'a new password')
          return verdict
        },
      },
    })
    await passwords.match(1, 'correct horse')
    expect(await open().match(1, 'a new password')).toBe(true)
  })
})

describe('nobody', () => {
  test.each([
    ['no such user', undefined],
    ['a user without a password', 7],
  ])('%s: no match, for the price of one', async (_, userId) => {
    const hashed: (string | undefined)[] = []
    const hasher = passwordHasher()
    const passwords = postgresPasswords({
      pool: database.pool,
      hasher: {
        ...hasher,
        verify(hash, password) {
          hashed.push(hash)
          return hasher.verify(hash, password)
        },
      },
    })
    expect(await passwords.match(userId, 'correct horse')).toBe(false)
    expect(hashed).toEqual([undefined])
  })
})
