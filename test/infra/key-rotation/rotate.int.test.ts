import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { rotateKeys } from '../../../infra/key-rotation/rotate.ts'
import { deriveKeys, type Keys } from '../../../infra/keys.ts'
import { withKeptKeys } from '../../../infra/security/kept-keys.ts'
import { bindToKey, storedKeyId } from '../../../infra/security/key-check.ts'
import { personalData } from '../../../infra/security/personal-data.ts'
import { setupToken } from '../../../infra/security/setup-token.ts'
import { postgresVault } from '../../../infra/security/vault.ts'
import type { Sealed } from '../../../shared/events/event-type.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const [first, second, third] = [1, 2, 3].map(() => deriveKeys(randomBytes(32))) as [
  Keys,
  Keys,
  Keys,
]
/** A process that was told of the next key, and one that was told of nothing. */
const [told, untold] = [{ ...first, other: second }, first]

let database: TestDatabase
const secrets = new Map<string, string>()
const people = new Map<number, Sealed>()
let token: string | undefined

beforeAll(async () => {
  database = await migratedDatabase()
  const { pool } = database
  await bindToKey(pool, first.keyId)
  const vault = postgresVault({ pool, keys: first })
  for (let n = 0; n < 450; n += 1)
    secrets.set(await vault.put(n % 2 ? 'database' : 'setting', `secret ${n}`), `secret ${n}`)
  const { seal } = personalData({ pool, keys: first })
  for (const id of [1, 2, 3]) people.set(id, await seal(id, `person ${id}`))
  token = await setupToken({ pool, keys: first }).current()
})
afterAll(() => database.drop())

const unheard = { total: () => undefined, done: () => undefined }

const rotate = (from: Keys, to: Keys, onProgress = unheard, anew: readonly 'evidence'[] = []) => {
  const pool = database.openPool()
  const signal = new AbortController().signal
  return rotateKeys({ pool, from, to, anew, onProgress, signal })
}

const expectReadable = async (keys: Keys) => {
  const { pool } = database
  const vault = postgresVault({ pool, keys })
  const opened = await Promise.all([...secrets.keys()].map((reference) => vault.open(reference)))
  expect(opened).toEqual([...secrets.values()])
  const reveal = await personalData({ pool, keys }).unlock(people.keys())
  for (const [id, text] of people) expect(reveal(id, text)).toBe(`person ${id}`)
  expect(await setupToken({ pool, keys }).current()).toBe(token)
}

const count = async (where: string) => {
  const { rows } = await database.pool.query(
    `select count(*)::integer as n from side.vault where ${where}`,
  )
  return rows[0].n as number
}

/** Ends the connection that has sealed 300 secrets anew: in the middle of a transaction. */
const dying = `
create function die() returns trigger language plpgsql as $$ begin
  if (select count(*) from side.vault where key_id = new.key_id) >= 300 then
    perform pg_terminate_backend(pg_backend_pid());
  end if;
  return new;
end $$;
create trigger die before update on side.vault for each row execute function die();`

test('killed in the middle, everything can be read by who knows both keys', async () => {
  await database.pool.query(dying)
  await expect(rotate(first, second)).rejects.toThrow('terminat')
  await database.pool.query('drop function die() cascade')
  const left = await count(`key_id = '${first.keyId}'`)
  expect(left).toBe(250)
  expect(await storedKeyId(database.pool)).toBe(second.keyId)
  await expectReadable(told)
  const late = await postgresVault({ pool: database.pool, keys: told }).put('action', 'late')
  secrets.set(late, 'late')
})

test('run again it goes on to the end; the old key reads nothing then and may go', async () => {
  const before = await count(`key_id = '${first.keyId}'`)
  const { resealed, unreadable } = await rotate(first, second)
  expect(resealed).toBe(before + people.size + 1)
  expect(unreadable).toEqual([])
  await expectReadable(told)
  await expectReadable(await withKeptKeys(database.pool, second))
  expect(await count(`key_id <> '${second.keyId}'`)).toBe(0)
  await expect(expectReadable(first)).rejects.toThrow('was encrypted under key')
  expect(await rotate(first, second)).toEqual({ resealed: 0, unreadable: [] })
})

test('a process that knows the retired key alone seals nothing; one that knows both goes on', async () => {
  const { pool } = database
  const put = (keys: Keys) => postgresVault({ pool, keys }).put('database', 'new')
  await expect(put(untold)).rejects.toMatchObject({ code: 'KR001' })
  secrets.set(await put(told), 'new')
  const later = personalData({ pool, keys: told })
  people.set(4, await later.seal(4, 'person 4'))
  await expectReadable(second)
})

test('names of streams, logins and evidence stay what they were, also the next time', async () => {
  const kept = (keys: Keys) => [keys.email, keys.session, keys.evidence, keys.sample]
  expect(kept(await withKeptKeys(database.pool, second))).toEqual(kept(first))
  await database.pool.query(`update side.vault set ciphertext = 'damaged' where reference = $1`, [
    [...secrets.keys()][0],
  ])
  const { unreadable } = await rotate(second, third, unheard, ['evidence'])
  expect(unreadable).toEqual([`vault ${[...secrets.keys()][0]} setting`])
  const now = await withKeptKeys(database.pool, third)
  expect(kept(now)).toEqual([first.email, first.session, third.evidence, first.sample])
  expect(now.limits).toEqual(third.limits)
  await expect(rotate(third, first)).rejects.toThrow('was retired')
  await expect(rotate(first, second)).rejects.toThrow('was retired')
})
