import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Role } from '../../infra/roles.ts'
import { builtService } from './build.ts'
import { freePort } from './postgres.ts'
import { callAt, type TestService } from './service.ts'
import { until } from './until.ts'

export type Health = {
  readonly status: number
  readonly body: { readonly status: string; readonly checks: Readonly<Record<string, string>> } & {
    readonly [note: string]: unknown
  }
}

/** A real process of the service, which may be treated as badly as an operator's machine would. */
export type RoleProcess = {
  readonly role: Role
  /** The same after each start. */
  readonly port: number
  readonly url: string
  readonly pid: number
  /** What it said on standard output, JSON lines as objects and others as text, since it was made. */
  readonly output: readonly (string | Record<string, unknown>)[]
  readonly call: TestService['call']
  /** What `/readyz` answers; undefined where nobody does within seconds. */
  health(): Promise<Health | undefined>
  /** @throws when it is not ready in time, with what it said last. */
  ready(milliseconds?: number): Promise<void>
  /** Starts it, where it has ended, with these variables beside its own. */
  start(more?: Readonly<Record<string, string>>): Promise<void>
  signal(name: NodeJS.Signals): void
  /** Asks it to end; answers its exit code. */
  terminate(): Promise<number | null>
  /** Ends it in the middle of whatever it does; answers when it is gone. */
  kill(): Promise<void>
}

/** Longer than checks of `/readyz` may take; who is stopped never answers. */
const patienceMs = 3_000

const guard = join(import.meta.dirname, 'with-its-test.mjs')

const parsed = (line: string): string | Record<string, unknown> => {
  try {
    return JSON.parse(line)
  } catch {
    return line
  }
}

const kept = ['PATH', 'HOME', 'LANG', 'TMPDIR'] as const
export const outside = Object.fromEntries(
  kept.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
)

/** Makes a process of a role, on a port of its own, and starts it; it may take time to be ready. */
export const startRoleProcess = async (
  role: Role,
  variables: Readonly<Record<string, string>>,
): Promise<RoleProcess> => {
  const main = await builtService('infra/main')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const output: (string | Record<string, unknown>)[] = []
  const call = callAt(url)
  let child: ChildProcess

  const ended = () => child.exitCode !== null || child.signalCode !== null
  const exit = async () => {
    if (!ended()) await once(child, 'exit')
    return child.exitCode
  }
  const start: RoleProcess['start'] = async (more = {}) => {
    // Nowhere it may write but the temporary directory: a data directory would be found missing.
    child = spawn(process.execPath, ['--import', guard, main, '--role', role], {
      cwd: tmpdir(),
      env: { ...outside, METRICS_PORT: '0', ...variables, ...more, PORT: String(port) },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin?.on('error', () => undefined)
    if (child.stdout) createInterface(child.stdout).on('line', (line) => output.push(parsed(line)))
    await once(child, 'spawn')
  }
  await start()

  const health: RoleProcess['health'] = async () => {
    const asked = fetch(`${url}/readyz`, { signal: AbortSignal.timeout(patienceMs) })
    const answer = await asked.catch(() => undefined)
    return answer && { status: answer.status, body: (await answer.json()) as Health['body'] }
  }
  return {
    ...{ role, port, url, output, call, health, start },
    get pid() {
      return child.pid ?? 0
    },
    ready: async (milliseconds = 60_000) => {
      const state = async () => ((await health())?.status === 200 ? 'ready' : output.slice(-3))
      await until(state, (it) => it === 'ready' || ended(), milliseconds)
      if (ended()) throw new Error(`the process has ended: ${JSON.stringify(output.slice(-3))}`)
    },
    signal: (name) => void child.kill(name),
    terminate: async () => {
      child.kill('SIGTERM')
      return exit()
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exit()
    },
  }
}
