import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { outside } from '../../support/role-process.ts'

const run = promisify(execFile)
const typescript = ['--import', './test/support/run-typescript.mjs']

let data: string
let service: ChildProcess

const cli = (...args: readonly string[]) =>
  run(process.execPath, [...typescript, 'infra/cli/main.ts', '--data', data, ...args], {
    env: outside,
  })

const startService = () =>
  new Promise<ChildProcess>((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...typescript, 'infra/main.ts', '--port', '0', '--data', data],
      { env: { ...outside, METRICS_PORT: 'off', LOG_LEVEL: 'silent' } },
    )
    child.stdout?.on('data', (text) => {
      if (String(text).includes('Address')) resolve(child)
    })
    child.once('exit', () => reject(new Error('the service did not start')))
  })

const stopService = () =>
  new Promise<void>((resolve) => {
    service.once('exit', () => resolve())
    service.kill('SIGTERM')
  })

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'cli-'))
  await chmod(data, 0o755)
  service = await startService()
}, 60_000)

afterAll(async () => {
  if (service?.exitCode === null) await stopService()
  await rm(data, { recursive: true, force: true })
})

describe('the data of a service', () => {
  test('can be worked on while the service runs', async () => {
    const { stdout } = await cli('projections', 'list', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ failures: [] })
    expect(service.exitCode).toBeNull()
  }, 30_000)

  test('can be worked on while it does not, and is left closed', async () => {
    await stopService()
    expect((await cli('projections', 'rebuild', 'user')).stdout).toContain('is complete')
    expect((await cli('projections', 'verify', 'user')).stdout).toContain('is what it should be')
  }, 60_000)

  test('that is not there is a sentence and exit code 1', async () => {
    const there = join(data, 'nowhere')
    const failed = run(process.execPath, [
      ...typescript,
      ...['infra/cli/main.ts', '--data', there, 'projections', 'list'],
    ])
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: `There is no data in ${there} yet. Start the service once, or name another --data.\n`,
    })
  }, 30_000)
})
