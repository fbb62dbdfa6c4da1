import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mysqlDriver } from '../../../../infra/engines/mysql/driver.ts'
import { engineDefaults } from '../../../../infra/engines/options.ts'
import { type RogueServer, startRogueMysql } from '../../../support/rogue-mysql.ts'

const localFiles = 0x80
const multiStatements = 0x10000

let server: RogueServer
beforeAll(async () => {
  server = await startRogueMysql()
})
afterAll(() => server.stop())

test('a server that asks for a file of ours gets none', async () => {
  const driver = mysqlDriver({ ...engineDefaults, connectTimeoutMs: 1_000 })
  const details = { host: '127.0.0.1', port: server.port, dbname: 'x', user: 'x', password: 'x' }
  await expect(driver.test(details)).rejects.toThrow()
  await expect(
    driver.query(
      { databaseId: 1, version: '1', details },
      { sql: 'select 1', parameters: [] },
      { signal: AbortSignal.timeout(2_000), timeoutMs: 1_000, origin: 'foreign' },
    ),
  ).rejects.toThrow()
  await driver.close()
  expect(server.capabilities()).not.toBe(0)
  expect(server.capabilities() & (localFiles | multiStatements)).toBe(0)
  expect(server.fileRequests()).toBeGreaterThan(0)
  expect(server.fileBytes()).toBe(0)
})
