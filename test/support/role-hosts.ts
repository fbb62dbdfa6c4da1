import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Role } from '../../infra/roles.ts'
import { builtService } from './build.ts'
import { outside } from './role-process.ts'

/** What stands behind the nginx of a suite. */
const roles: readonly Role[] = ['command', 'command', 'query', 'query', 'projector', 'worker']

/** A process and where it is told what to be. */
export type RoleHost = { readonly role: Role; readonly control: string }

const support = import.meta.dirname

const startHost = async (role: Role, dist: string, started: ChildProcess[]): Promise<RoleHost> => {
  const child = spawn(
    process.execPath,
    ['--import', join(support, 'with-its-test.mjs'), join(support, 'role-host.mjs'), dist],
    { cwd: tmpdir(), env: outside, stdio: ['pipe', 'pipe', 'inherit'] },
  )
  started.push(child)
  child.stdin?.on('error', () => undefined)
  const [port] = await once(child.stdout as NonNullable<typeof child.stdout>, 'data')
  return { role, control: `http://127.0.0.1:${Number(port)}` }
}

/** The variable that names the hosts of a jest worker; they count from 1. */
const hostsOfWorker = (worker: number | string): string => `TEST_ROLE_HOSTS_${worker}`

/** Those of the worker this suite runs in. */
export const roleHosts = (): readonly RoleHost[] => {
  const hosts = process.env[hostsOfWorker(process.env.JEST_WORKER_ID ?? 1)]
  if (!hosts) throw new Error('no processes by role: run this test in the jest project "cluster"')
  return JSON.parse(hosts)
}

/** Starts processes for suites that want many, once for all suites of each worker. */
export const keepRoleHosts = async (workers: number): Promise<{ stop(): Promise<void> }> => {
  const started: ChildProcess[] = []
  const dist = dirname(dirname(await builtService('infra/main')))
  const startFor = async (worker: number) => {
    const hosts = await Promise.all(roles.map((role) => startHost(role, dist, started)))
    process.env[hostsOfWorker(worker)] = JSON.stringify(hosts)
  }
  await Promise.all(Array.from({ length: workers }, (_, index) => startFor(index + 1)))
  return {
    stop: async () => {
      for (const child of started) child.kill('SIGKILL')
    },
  }
}
