import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { CliContext } from '../../../infra/cli/context.ts'
import { loadConfig } from '../../../infra/config.ts'
import { deriveKeys } from '../../../infra/keys.ts'
import { bindToKey, storedKeyId } from '../../../infra/security/key-check.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import { sharedServer } from '../../support/service.ts'
import { runCommand } from '../../support/terminal.ts'
import type { TestDatabase } from '../../support/test-database.ts'

const [present, next] = [1, 2].map(() => randomBytes(32)) as [Buffer, Buffer]
const [presentId, nextId] = [deriveKeys(present).keyId, deriveKeys(next).keyId]

let database: TestDatabase
beforeAll(async () => {
  database = await migratedDatabase()
  await bindToKey(database.pool, presentId)
})
afterAll(() => database.drop())

const rotate = (newKey: Buffer, args: readonly string[] = [], world: Partial<CliContext> = {}) => {
  const { host, port, superuser: user, password } = sharedServer()
  const { name } = database
  return runCommand(['keys', 'rotate', ...args], {
    config: () =>
      loadConfig([], {
        MASTER_KEY: present.toString('hex'),
        MASTER_KEY_NEW: newKey.toString('hex'),
        DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/${name}`,
      }),
    withOwner: (work) =>
      work({
        connection: { host, port, user, password, database: name },
        openEventStoreDb: undefined,
      }),
    ...world,
  })
}

test('the next key has to be another one', async () => {
  const { problems } = await rotate(present, ['--yes'])
  expect(problems).toEqual(['MASTER_KEY_NEW is MASTER_KEY: make another one.'])
})

test('while processes are connected, somebody says that they know both keys', async () => {
  const process = await database.pool.connect()
  try {
    const { notes, out } = await rotate(next)
    expect(notes.join()).toMatch(/do not say which keys they hold \(\d+ sessions? of /)
    expect(notes.join()).toContain('MASTER_KEY_NEW beside MASTER_KEY')
    expect(out).toEqual(['Nothing was changed.'])
    expect(await storedKeyId(database.pool)).toBe(presentId)

    const told = await rotate(next, ['--yes'])
    expect(told.problems).toEqual([])
    expect(told.out.join('\n')).toContain(`Key ${nextId} is the master key now.`)
    expect(told.out.join('\n')).toMatch(/Backups made before \d{4}-.*Z need the old key \(.*\)/)
    expect(await storedKeyId(database.pool)).toBe(nextId)
  } finally {
    process.release()
  }
})
