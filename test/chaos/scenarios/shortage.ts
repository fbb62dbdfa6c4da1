import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../../support/kept-server.ts'
import type { Scenario } from '../scenario.ts'
import { startMortalPostgres } from '../world/postgres.ts'
import { afterWrites, meanwhile, one, repeatedly } from './steps.ts'

const needsProgram = (program: string, what: string) => () =>
  findProgram(program) ? undefined : `${program} is not installed (Debian: apt-get install ${what})`

const canMount = () =>
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'a file system of its own can be mounted by root on Linux only'

/** MiB: an empty cluster, the service's databases and some log. */
const diskSize = 400

/** A Postgres on a small disk of its own. */
const onSmallDisk = async () => {
  const place = mkdtempSync(join(tmpdir(), 'chaos-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}m,mode=0755`, 'tmpfs', place])
  const postgres = await startMortalPostgres(place)
  return {
    ...postgres,
    get pid() {
      return postgres.pid
    },
    disk: place,
    async remove(databases: readonly string[]) {
      await postgres.remove(databases)
      execFileSync('umount', ['--lazy', place])
      rmSync(place, { recursive: true, force: true })
    },
  }
}

const noLogOnItsDisk = { eventstoredb: 'the disk of Postgres holds no log there' }

const bytesLeft = (place: string): number => {
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize
}

export const diskFull: Scenario = {
  id: 'R-27',
  about: 'the disk of Postgres fills up, and has room again',
  missing: canMount,
  notOn: noLogOnItsDisk,
  startPostgres: onSmallDisk,
  async play(stage) {
    const { disk = '' } = stage.world.postgres
    const ballast = join(disk, 'ballast')
    const count = await repeatedly(
      stage,
      'filling the disk',
      async () => {
        writeFileSync(ballast, Buffer.alloc(Math.max(0, bytesLeft(disk) - 65_536)))
        await sleep(4_000)
        truncateSync(ballast)
        await stage.world.postgres.ensure()
        await afterWrites(stage, 4)
      },
      3,
    )
    return `full for 4 s, ${count} times`
  },
}

export const fsyncFails: Scenario = {
  id: 'R-28',
  about: 'fsync fails: what is not on the disk is not acknowledged',
  missing: needsProgram('strace', 'strace'),
  notOn: noLogOnItsDisk,
  async play(stage) {
    const { world } = stage
    const count = await repeatedly(
      stage,
      'failing fsync',
      async () => {
        const calls = 'fsync,fdatasync'
        const inject = ['-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO:when=20+200`]
        const options = ['-f', '-qq', '-o', '/dev/null', ...inject]
        const strace = spawn('strace', [...options, '-p', String(world.postgres.pid)], {
          stdio: 'ignore',
        })
        // Only connections that begin from here on are traced.
        world.ways.database.reset()
        await sleep(4_000)
        strace.kill('SIGINT')
        await world.postgres.ensure()
        await afterWrites(stage, 4)
      },
      3,
    )
    return `EIO from every 200th fsync for 4 s, ${count} times`
  },
}

/** What `faketime` tells its child: the wrapper itself would stand between us and the process. */
const withClock = (offset: string): Readonly<Record<string, string>> => {
  const names = ['LD_PRELOAD', 'FAKETIME']
  const told = execFileSync('faketime', ['-f', offset, 'printenv', ...names], { encoding: 'utf8' })
  const values = told.split('\n')
  return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
}

export const otherClock: Scenario = {
  id: 'R-29',
  about: 'processes whose clocks are an hour ahead and an hour behind serve beside the others',
  missing: needsProgram('faketime', 'faketime'),
  async play(stage) {
    const { world } = stage
    for (const [name, offset] of [
      ['early', '-1h'],
      ['late', '+1h'],
    ] as const) {
      const environment = withClock(offset)
      for (const role of ['command', 'query']) {
        const other = await world.another(`${role}-${name}`, role, { environment })
        await other.start()
        const { headers } = await fetch(`${other.url}/livez`)
        const offMs = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())
        stage.expect(offMs > 3_000_000, `the clock of ${other.name} is right`)
      }
    }
    await meanwhile(stage)
    return 'command and query processes an hour behind and an hour ahead'
  },
}

const limitFiles = (pid: number, most: number) =>
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`])

export const fewFiles: Scenario = {
  id: 'R-42',
  about: 'a process that may open few files sheds what is too much, and lives',
  missing: needsProgram('prlimit', 'util-linux'),
  async play(stage) {
    const victims = [one(stage, 'command'), one(stage, 'query')]
    for (const { pid } of victims) limitFiles(pid, 48)
    await meanwhile(stage)
    for (const { name, pid, isRunning, output } of victims) {
      stage.expect(isRunning(), `${name} died: ${output().slice(-500)}`)
      if (isRunning()) limitFiles(pid, 1_024)
    }
    return 'a command and a query process with 48 files'
  },
}
