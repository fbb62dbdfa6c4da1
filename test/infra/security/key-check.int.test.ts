import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { bindToKey, storedKeyId } from '../../../infra/security/key-check.ts'
import { StartupProblem } from '../../../infra/startup-problem.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { someKeys } from '../../support/some-keys.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())

test('the first start ties the data to its key; another key is refused by name', async () => {
  const [{ keyId }, other] = [someKeys(), someKeys()]
  expect(await storedKeyId(database.pool)).toBeNull()
  await bindToKey(database.pool, keyId)
  await bindToKey(database.pool, keyId)
  expect(await storedKeyId(database.pool)).toBe(keyId)
  const refusal = bindToKey(database.pool, other.keyId)
  await expect(refusal).rejects.toThrow(StartupProblem)
  await expect(refusal).rejects.toThrow(keyId)
})
