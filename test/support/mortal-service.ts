import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { dropDatabases, masterKey, sharedServer, testEnvironment } from './service.ts'

/** The service in a process of its own, on databases of the shared Postgres. */
export type MortalService = {
  readonly url: string
  /** Ends the process in the middle of whatever it does; resolves when it is gone. */
  kill(): Promise<void>
  /** Starts another process on what the last one left behind. */
  start(): Promise<void>
  /** Kills it and leaves nothing behind. */
  end(): Promise<void>
}

const support = import.meta.dirname
const serve = ['--import', join(support, 'run-typescript.mjs'), join(support, 'serve.ts')]

/** @throws when the process ends before it serves. */
const firstLine = async (child: ChildProcess): Promise<string> => {
  if (!child.stdout) throw new Error('the process has no output')
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const { value, done } = await lines.next()
  if (done) throw new Error(`the service ended with ${child.exitCode} before it was ready`)
  return value
}

export const startMortalService = async (
  more: Readonly<Record<string, string>> = {},
): Promise<MortalService> => {
  const suffix = randomBytes(6).toString('hex')
  const names = { service: `svc_${suffix}`, sample: `smp_${suffix}`, role: `app_${suffix}` }
  const dataDirectory = await mkdtemp(join(tmpdir(), 'service-'))
  const server = sharedServer()
  const environment = { ...testEnvironment(), ...more }
  const given = JSON.stringify({ server, names, dataDirectory, masterKey, environment })

  const spawned = async () => {
    const child = spawn(process.execPath, [...serve, given], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    return { child, url: await firstLine(child) }
  }
  let { child, url } = await spawned()

  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    get url() {
      return url
    },
    kill,
    start: async () => {
      ;({ child, url } = await spawned())
    },
    end: async () => {
      await kill()
      await rm(dataDirectory, { recursive: true, force: true })
      await dropDatabases(server, [names.service, names.sample])
    },
  }
}
