import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { freePort } from './postgres.ts'
import { type OsUser, ordinaryUser } from './postgres-binaries.ts'

export type MariaDbServer = {
  /** As root, on no database in particular. */
  readonly url: string
  stop(): Promise<void>
}

const debianPackage = 'mariadb-server'

const find = (program: string): string | undefined =>
  ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']
    .map((directory) => join(directory, program))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK)
        return true
      } catch {
        return false
      }
    })

const installPackage = (): void => {
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env: environment, stdio: 'ignore' } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], options)
}

/** The server programs, installed first where that is possible. */
const programs = (): { readonly install: string; readonly server: string } => {
  if (!find('mariadbd') && process.getuid?.() === 0 && find('apt-get')) installPackage()
  const install = find('mariadb-install-db')
  const server = find('mariadbd')
  if (install && server) return { install, server }
  throw new Error(
    `These tests need a MariaDB server. Install it (Debian: apt-get install ${debianPackage}) or ` +
      'set TEST_MARIADB_URL to one whose root user may be used.',
  )
}

/** For speed, not for keeping: a crash of the machine may cost the data. */
const settings = [
  '--no-defaults',
  '--bind-address=127.0.0.1',
  '--skip-name-resolve',
  '--innodb-flush-log-at-trx-commit=0',
  '--innodb-buffer-pool-size=64M',
  '--innodb-log-file-size=16M',
  '--performance-schema=OFF',
  '--default-time-zone=+00:00',
  '--character-set-server=utf8mb4',
  '--max-connections=200',
]

/*
 * The server lives as long as this script's standard input is open. The pipe closes with the
 * process that holds its other end, however that dies: nothing stays behind.
 */
const keeper = `
server=$1 dir=$2; shift 2
"$server" "$@" < /dev/null &
cat > /dev/null
kill -KILL $!; wait $!
rm -rf "$dir" 2> /dev/null
`

const scratchDirectory = (user: OsUser | undefined): string => {
  const directory = mkdtempSync(join(tmpdir(), 'test-mariadb-'))
  if (user) chownSync(directory, user.uid, user.gid)
  chmodSync(directory, 0o700)
  return directory
}

/** Runs at the start of the server: root gets a password and may come over TCP. */
const writeInitFile = (directory: string, password: string, user: OsUser | undefined): string => {
  const file = join(directory, 'init.sql')
  const statements = [
    `alter user root@localhost identified by '${password}';`,
    `create or replace user root@'127.0.0.1' identified by '${password}';`,
    `grant all on *.* to root@'127.0.0.1' with grant option;`,
  ]
  writeFileSync(file, `${statements.join('\n')}\n`, { mode: 0o600 })
  if (user) chownSync(file, user.uid, user.gid)
  return file
}

const isUp = async (url: string): Promise<boolean> => {
  try {
    const connection = await createConnection(url)
    await connection.end()
    return true
  } catch {
    return false
  }
}

/** Starts an empty server on a free loopback port, under a password of its own. */
export const startMariaDb = async (): Promise<MariaDbServer> => {
  const { install, server: binary } = programs()
  const user = ordinaryUser()
  const directory = scratchDirectory(user)
  const data = join(directory, 'data')
  const own = user ?? {}
  execFileSync(
    install,
    [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { cwd: directory, stdio: 'ignore', ...own },
  )

  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const log = join(directory, 'log')
  const output = openSync(log, 'a')
  const options = [
    ...settings,
    `--datadir=${data}`,
    `--port=${port}`,
    `--socket=${join(directory, 'socket')}`,
    `--pid-file=${join(directory, 'pid')}`,
    `--init-file=${writeInitFile(directory, password, user)}`,
  ]
  const process = spawn('/bin/sh', ['-c', keeper, 'keeper', binary, directory, ...options], {
    cwd: directory,
    detached: true, // Ctrl-C is for the test run, which then closes the pipe.
    stdio: ['pipe', output, output],
    ...own,
  })
  const exited = new Promise<void>((resolve) => process.once('exit', () => resolve()))
  const url = `mysql://root:${password}@127.0.0.1:${port}`
  for (let attempt = 0; !(await isUp(url)); attempt += 1) {
    if (attempt === 400 || process.exitCode !== null)
      throw new Error(`MariaDB did not start:\n${readFileSync(log, 'utf8')}`)
    await sleep(25)
  }
  return {
    url,
    async stop() {
      process.stdin?.end()
      await exited
    },
  }
}
