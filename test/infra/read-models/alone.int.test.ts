import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { aloneOver } from '../../../infra/read-models/alone.ts'
import { type TestDatabase, testDatabase } from '../../support/test-database.ts'
import { until } from '../../support/until.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('one at a time; another one after it, on whatever connection', async () => {
  const [one, two] = [aloneOver(database.openPool()), aloneOver(database.openPool())]
  const did: string[] = []
  const first = await one(1, async () => {
    did.push('one')
    expect(await two(1, async () => void did.push('two'))).toBe(false)
    expect(await two(2, async () => void did.push('other work'))).toBe(true)
  })
  expect([first, await two(1, async () => void did.push('two'))]).toEqual([true, true])
  expect(did).toEqual(['one', 'other work', 'two'])
  await expect(one(1, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck')
  expect(await two(1, async () => undefined)).toBe(true)
})

test('a process that sleeps at its work loses it to another one, and lives on', async () => {
  const support = join(import.meta.dirname, '../../support')
  const sleeper = spawn(
    process.execPath,
    [
      ...['--import', join(support, 'run-typescript.mjs')],
      ...[join(support, 'alone-process.ts'), database.url],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let said = ''
  sleeper.stdout.on('data', (chunk) => {
    said += chunk
  })
  await until(
    async () => said,
    (text) => text.includes('at work'),
    30_000,
  )
  const alone = aloneOver(database.openPool())
  expect(await alone(7, async () => undefined)).toBe(false)
  sleeper.kill('SIGSTOP')
  await until(
    () => alone(7, async () => undefined),
    (mine) => mine,
    30_000,
  )
  sleeper.kill('SIGCONT')
  sleeper.kill('SIGUSR2')
  const [code] = await once(sleeper, 'exit')
  expect([code, said]).toEqual([0, 'at work\ndone\n'])
})
