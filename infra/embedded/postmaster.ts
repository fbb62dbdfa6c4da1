import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hasCode } from '../private-file.ts'
import { openForServer, spawnOptions } from './cluster.ts'
import { findProcess } from './process-table.ts'
import type { ServerUser } from './server-user.ts'

export const host = '127.0.0.1'

/** Set on the command line only to be found again in the process table. */
const mark = (cluster: string) => `service.cluster=${cluster}`

const settings = (cluster: string, port: number): Record<string, string | number> => ({
  listen_addresses: host,
  unix_socket_directories: '',
  port,
  max_connections: 200,
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: 1.1,
  checkpoint_timeout: '15min',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and their values are other people's data: only the server's own news is logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  'service.cluster': cluster,
})

export type Postmaster = { pid: number; port: number; status: string }

/** The server that runs on a cluster, ours or left over from a killed start; null when none does. */
export function findPostmaster(cluster: string): Postmaster | null {
  const file = readPidFile(cluster)
  if (!file) return null
  return findProcess(file.pid)?.command.includes(mark(cluster)) ? file : null
}

/** Lines of postmaster.pid: 1 process id, 4 port, 8 status. The rest is Postgres's own. */
function readPidFile(cluster: string): Postmaster | null {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const [pid = '', , , port = '', , , , status = ''] = lines
    return { pid: Number(pid), port: Number(port), status: status.trim() }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/**
 * Postgres refuses to start while the process named in its lock file lives, whoever that is by
 * now. It overlooks its own parent, that is us, and still checks that no old child holds on to the
 * shared memory; so we put our id in the place of a stranger's.
 */
function disownStranger(cluster: string): void {
  const path = join(cluster, 'postmaster.pid')
  const file = readPidFile(cluster)
  if (!file || !findAny(file.pid) || findPostmaster(cluster)) return
  writeFileSync(path, readFileSync(path, 'utf8').replace(/^\d+/, String(process.pid)))
}

function findAny(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

export type Launch = {
  postgres: string
  cluster: string
  logFile: string
  user: ServerUser | null
  port: number
}

/**
 * Starts a server and waits until it takes connections, also through a crash recovery.
 * @throws {Error} with the server's last words when it ends instead.
 */
export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  disownStranger(launch.cluster)
  const from = rotate(launch.logFile)
  const exit = spawnServer(launch)
  for (;;) {
    const running = findPostmaster(launch.cluster)
    if (running?.pid === exit.pid && running?.status === 'ready') return running
    if (exit.error) throw exit.error
    if (exit.ended) throw new Error(readFileSync(launch.logFile).subarray(from).toString())
    await sleep(10)
  }
}

function spawnServer({ postgres, cluster, logFile, user, port }: Launch) {
  const directory = openForServer(cluster, 3, user)
  const log = openSync(logFile, 'a', 0o600)
  const options = Object.entries(settings(cluster, port)).flatMap(([k, v]) => ['-c', `${k}=${v}`])
  const child = spawn(postgres, ['-D', directory.path, ...options], {
    ...spawnOptions(user),
    // A session of its own: Ctrl-C in a terminal must end the service first and Postgres last.
    detached: true,
    stdio: ['ignore', log, log, directory.file],
  })
  closeSync(log)
  directory.close()
  const exit: { pid: number | undefined; ended: boolean; error?: Error } = {
    pid: child.pid,
    ended: false,
  }
  child.once('exit', () => {
    exit.ended = true
  })
  child.once('error', (error) => {
    exit.error = error
  })
  child.unref()
  return exit
}

/** Keeps the log from growing for ever; answers where this start's lines begin. */
function rotate(logFile: string, limit = 5_000_000): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size < limit) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}

/** Stops a server: connections are cut and everything is written out, within five seconds or so. */
export async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (findPostmaster(cluster)?.pid !== pid) return
    process.kill(pid, signal)
    const deadline = Date.now() + (signal === 'SIGINT' ? 5000 : 2000)
    while (Date.now() < deadline && findProcess(pid)) await sleep(10)
  }
}

/** A loopback port nobody listens on: the one asked for, else any. */
export async function freePort(wanted: number): Promise<number> {
  return (wanted > 0 && (await tryListen(wanted))) || (await tryListen(0)) || 0
}

const tryListen = (port: number): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(0))
    server.listen({ port, host }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
