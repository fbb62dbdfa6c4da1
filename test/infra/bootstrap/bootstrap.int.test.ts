import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'

jest.setTimeout(60_000)

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../../..')
const bootstrap = join(root, 'infra/bootstrap')

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'bootstrap-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe('work that one process at a time may do', () => {
  const name = `testing ${process.pid}`
  const lock = join(root, `.bootstrap/${name}.lock`)
  afterEach(() => rmSync(lock, { recursive: true, force: true }))

  /** Does the work unless it is done; notes when it starts and ends. */
  const script = (journal: string) => `
    import { appendFileSync, existsSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { inTurn } from ${JSON.stringify(join(bootstrap, 'turn.mjs'))}
    const [journal, done] = ${JSON.stringify([journal, `${journal}.done`])}
    await inTurn(${JSON.stringify(name)}, () => !existsSync(done), async () => {
      appendFileSync(journal, 'start ')
      await sleep(300)
      appendFileSync(journal, 'end ')
      appendFileSync(done, '')
    })`
  const work = (journal: string) => run('node', ['--input-type=module', '-e', script(journal)])

  test('is done once, however many ask for it', async () => {
    const journal = join(directory, 'journal')
    await Promise.all([work(journal), work(journal), work(journal)])
    expect(readFileSync(journal, 'utf8')).toBe('start end ')
  })

  test('is done although a killed process left its lock', async () => {
    mkdirSync(lock, { recursive: true })
    writeFileSync(join(lock, 'pid'), '2147483000')
    await work(join(directory, 'journal'))
    expect(readFileSync(join(directory, 'journal'), 'utf8')).toBe('start end ')
  })
})

describe('the test command', () => {
  /** What `npm test` makes of a suite, which jest finds by its own small configuration. */
  const testing = async (suite: string) => {
    writeFileSync(join(directory, 'sample.test.cjs'), suite)
    const config = JSON.stringify({ rootDir: directory, testMatch: ['**/*.test.cjs'] })
    const command = [join(bootstrap, 'test.mjs'), '--config', config]
    const { code = 0, stdout } = await run('node', command).catch((error) => error)
    return { code, lastLine: stdout.trimEnd().split('\n').at(-1) }
  }

  test('ends with the number of tests that passed and failed', async () => {
    const suite = `test('one', () => {}); test('two', () => { throw new Error('no') })`
    expect(await testing(suite)).toEqual({ code: 1, lastLine: '1 passed, 1 failed' })
  })

  test('succeeds when all pass', async () => {
    const suite = `test('one', () => {})`
    expect(await testing(suite)).toEqual({ code: 0, lastLine: '1 passed, 0 failed' })
  })

  test('counts a suite that does not even load as a failure', async () => {
    expect(await testing('this is not a program')).toEqual({
      code: 1,
      lastLine: '0 passed, 1 failed',
    })
  })
})
