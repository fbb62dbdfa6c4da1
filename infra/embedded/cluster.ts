import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { hasCode, writePrivateFile } from '../private-file.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { Binaries } from './binaries.ts'
import { canReach, type ServerUser } from './server-user.ts'

export const superuser = 'postgres'
const majorVersion = '18'

/** How to reach the cluster: kept beside it, readable by the service only. */
export type Access = { port: number; password: string }

/** Where a cluster lives inside its home directory. */
export const clusterPath = (home: string): string => join(home, 'cluster')

const accessPath = (home: string): string => join(home, 'access.json')

export const saveAccess = (home: string, access: Access): void =>
  writePrivateFile(accessPath(home), `${JSON.stringify(access)}\n`)

/** Undefined when there is no cluster, or its access was lost. */
export function readAccess(home: string): Access | undefined {
  const text = readText(accessPath(home))
  return text === undefined ? undefined : (JSON.parse(text) as Access)
}

/**
 * Makes the cluster on first use; answers how to reach it.
 * @throws {StartupProblem} when it was made by another version, or its password is lost.
 */
export function openCluster(home: string, binaries: Binaries, user: ServerUser | null): Access {
  const version = readText(join(clusterPath(home), 'PG_VERSION'))?.trim()
  if (version === undefined) return createCluster(home, binaries, user)
  if (version !== majorVersion) {
    throw new StartupProblem(
      `The database files in ${home} were made by Postgres ${version}; this is ${majorVersion}. ` +
        'Start the version of the service that made them, or restore a backup into a new --data.',
    )
  }
  const access = readAccess(home)
  if (access !== undefined) return access
  throw new StartupProblem(
    `${accessPath(home)} is missing, and with it the password of the database beside it. ` +
      'Restore that file from a backup.',
  )
}

/** Built beside its final place and moved there when whole, so a killed first start leaves none. */
function createCluster(home: string, { initdb }: Binaries, user: ServerUser | null): Access {
  const draft = join(home, 'cluster.new')
  const passwordFile = join(home, 'password.new')
  const access = { port: 0, password: randomBytes(24).toString('base64url') }
  try {
    rmSync(draft, { recursive: true, force: true })
    rmSync(passwordFile, { force: true })
    mkdirSync(draft, { mode: 0o700 })
    writeFileSync(passwordFile, access.password, { mode: 0o600, flag: 'wx' })
    if (user) for (const path of [draft, passwordFile]) chownSync(path, user.uid, user.gid)
    runInitdb(initdb, draft, passwordFile, user)
    saveAccess(home, access)
    renameSync(draft, clusterPath(home))
    return access
  } finally {
    rmSync(passwordFile, { force: true })
    rmSync(draft, { recursive: true, force: true })
  }
}

function runInitdb(initdb: string, draft: string, password: string, user: ServerUser | null) {
  const directory = openForServer(draft, 3, user)
  const secret = openForServer(password, 4, user)
  const { error, status, stderr } = spawnSync(
    initdb,
    [
      ...['-D', directory.path, `--username=${superuser}`, `--pwfile=${secret.path}`],
      // The built-in provider sorts alike on every system, whatever locales are installed.
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--auth=scram-sha-256', '--data-checksums'],
    ],
    { ...spawnOptions(user), stdio: ['ignore', 'ignore', 'pipe', directory.file, secret.file] },
  )
  directory.close()
  secret.close()
  if (error) throw error
  if (status !== 0) throw new Error(stderr.toString())
}

/**
 * A path the server can open although its user may not enter the directories above it (a project
 * under /root): the open descriptor that the child inherits under the given number.
 */
export function openForServer(path: string, descriptor: number, user: ServerUser | null) {
  if (process.platform !== 'linux' || canReach(user, path)) {
    return { path, file: 'ignore' as const, close: () => {} }
  }
  const file = openSync(path, 'r')
  return { path: `/proc/self/fd/${descriptor}`, file, close: () => closeSync(file) }
}

/** Nothing of our own environment reaches Postgres: it may hold secrets, and PG* variables steer it. */
export const spawnOptions = (user: ServerUser | null) => ({
  cwd: '/',
  env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  ...(user ?? {}),
})

function readText(path: string): string | undefined {
  try {
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}
