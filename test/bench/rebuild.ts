import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { moduleFile } from './child.ts'
import { changedFields, discovery, type Happening } from './life-of-a-service.ts'
import { loadLog } from './load-log.ts'
import { interleave, type Measure, median, quantile, type Result, whole } from './measure.ts'
import type { Stage } from './stage.ts'
import { untilSeen } from './until-seen.ts'

const run = promisify(execFile)

const tables = 2_000

/** Of databases the service does not know, so that nothing else of it changes. */
const tableId = (n: number) => 1_000_000 + 20 * n + 1

async function* lifeOfTables(count: number): AsyncGenerator<Happening> {
  for (let n = 0; n < tables; n += 1) yield discovery(tableId(n))
  for (let n = tables; n < count; n += 1)
    yield changedFields(tableId((n * 7_919) % tables), `seen ${n}`)
}

const cli = ({ dataDirectory }: Stage, ...args: readonly string[]) =>
  run(process.execPath, [
    ...process.execArgv,
    moduleFile('infra/cli/main'),
    ...['--data', dataDirectory, 'projections', ...args],
  ])

type Latencies = { readonly reads: number[]; readonly writes: number[] }

/** Somebody at work: a request every few milliseconds, each tenth a write, until told to stop. */
const workUntil = async (stage: Stage, hasEnded: () => boolean): Promise<Latencies> => {
  const caller = stage.service.caller()
  const times: Latencies = { reads: [], writes: [] }
  for (let n = 0; !hasEnded(); n += 1) {
    if (n % 10 === 9) {
      const { ms } = await caller.call('PUT', '/api/user/1', { first_name: `Name ${n}` })
      times.writes.push(ms)
    } else times.reads.push((await caller.call('GET', '/api/user/current')).ms)
    await sleep(3)
  }
  caller.close()
  return times
}

const slowest = (what: string, quiet: readonly number[], busy: readonly number[]): Result => {
  const ratio = median(busy) / median(quiet)
  return {
    what,
    ours: `${median(busy).toFixed(2)} ms`,
    limit: `${median(quiet).toFixed(2)} ms`,
    ratio,
    goal: '≤ 1.1',
    met: ratio <= 1.1,
  }
}

export const rebuild: Measure = {
  name: 'rebuild',
  about: 'a projection rebuilt and verified beside the one in use, and what people feel of it',
  async run(stage) {
    const pool = new pg.Pool({ ...stage.connection('analytics'), max: 2 })
    const wanted = stage.quick ? 20_000 : 200_000
    const count = await loadLog(pool, lifeOfTables(wanted), (loaded) =>
      stage.progress(`${whole(loaded)} of ${whole(wanted)} events loaded`),
    )
    await untilSeen(pool)
    await pool.end()
    const rates: number[] = []
    const rebuildAll = async () => {
      const began = performance.now()
      await cli(stage, 'rebuild', 'table', '--fresh')
      await cli(stage, 'verify', 'table')
      rates.push(count / ((performance.now() - began) / 1_000))
    }
    const at99: Record<'quiet' | 'busy', Latencies> = {
      quiet: { reads: [], writes: [] },
      busy: { reads: [], writes: [] },
    }
    const during = async (how: 'quiet' | 'busy', work: () => Promise<unknown>) => {
      let ended = false
      const working = workUntil(stage, () => ended)
      await work()
      ended = true
      const { reads, writes } = await working
      at99[how].reads.push(quantile(reads, 0.99))
      at99[how].writes.push(quantile(writes, 0.99))
      return 0
    }
    await interleave(stage, 3, {
      quiet: () => during('quiet', () => sleep(stage.quick ? 2_000 : 8_000)),
      busy: () => during('busy', rebuildAll),
    })
    const { quiet, busy } = at99
    const rate = median(rates.slice(1))
    return [
      slowest('reads while a projection is rebuilt, 99 of 100', quiet.reads, busy.reads),
      slowest('writes while a projection is rebuilt, 99 of 100', quiet.writes, busy.writes),
      {
        what: `rebuild and verification of ${whole(count)} events`,
        ours: `${whole(rate)} events/s`,
        limit: '',
        goal: '≥ 5,000 events/s',
        met: rate >= 5_000,
      },
    ]
  },
}
