import { execFileSync, spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  mkdtempSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OsUser } from './postgres-binaries.ts'

/** The first of these paths with a program that can be run. */
export const findProgram = (program: string): string | undefined =>
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

/** Installs packages where that is possible: as root on Debian. */
export const installPackages = (...packages: readonly string[]): void => {
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) return
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env: environment, stdio: 'ignore' } as const
  execFileSync('apt-get', ['update'], options)
  execFileSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options)
}

/** A fresh directory of that user, readable by nobody else. */
export const scratchDirectory = (
  name: string,
  user: OsUser | undefined,
  parent = tmpdir(),
): string => {
  const directory = mkdtempSync(join(parent, `test-${name}-`))
  if (user) chownSync(directory, user.uid, user.gid)
  chmodSync(directory, 0o700)
  return directory
}

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

/** A server that dies with the test run and takes its directory along. */
export const keepServer = (
  program: string,
  options: readonly string[],
  directory: string,
  user: OsUser | undefined,
) => {
  const log = join(directory, 'log')
  const output = openSync(log, 'a')
  const server = spawn('/bin/sh', ['-c', keeper, 'keeper', program, directory, ...options], {
    cwd: directory,
    detached: true, // Ctrl-C is for the test run, which then closes the pipe.
    stdio: ['pipe', output, output],
    ...user,
  })
  closeSync(output)
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  return {
    async untilUp(isUp: () => Promise<boolean>): Promise<void> {
      for (let attempt = 0; !(await isUp()); attempt += 1) {
        if (attempt === 1_200 || server.exitCode !== null)
          throw new Error(`${program} did not start:\n${readFileSync(log, 'utf8')}`)
        await sleep(25)
      }
    },
    async stop(): Promise<void> {
      server.stdin?.end()
      await exited
    },
  }
}
