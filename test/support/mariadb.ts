import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { findProgram, installPackages, keepServer, scratchDirectory } from './kept-server.ts'
import { freePort } from './postgres.ts'
import { type OsUser, ordinaryUser } from './postgres-binaries.ts'

export type MariaDbServer = {
  /** As root, on no database in particular. */
  readonly url: string
  stop(): Promise<void>
}

const debianPackage = 'mariadb-server'

/** The server programs, installed first where that is possible. */
const programs = (): { readonly install: string; readonly server: string } => {
  if (!findProgram('mariadbd')) installPackages(debianPackage)
  const install = findProgram('mariadb-install-db')
  const server = findProgram('mariadbd')
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
  const directory = scratchDirectory('mariadb', user)
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
    // What it complains of is part of the error.
    { cwd: directory, stdio: ['ignore', 'ignore', 'pipe'], ...own },
  )

  const password = randomBytes(16).toString('hex')
  const port = await freePort()
  const options = [
    ...settings,
    `--datadir=${data}`,
    `--port=${port}`,
    `--socket=${join(directory, 'socket')}`,
    `--pid-file=${join(directory, 'pid')}`,
    `--init-file=${writeInitFile(directory, password, user)}`,
  ]
  const kept = keepServer(binary, options, directory, user)
  const url = `mysql://root:${password}@127.0.0.1:${port}`
  await kept.untilUp(() => isUp(url))
  return { url, stop: kept.stop }
}
