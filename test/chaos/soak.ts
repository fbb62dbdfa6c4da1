import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command, InvalidArgumentError } from 'commander'
import { buildDirectory } from '../support/build.ts'
import { clientOf } from './clients/client.ts'
import { startCrowd } from './clients/crowd.ts'
import { foundTown } from './clients/town.ts'
import { violationsIn } from './invariants/index.ts'
import { isUnknown, type Sent } from './ledger.ts'
import { lookAt } from './process-look.ts'
import { randomFrom } from './random.ts'
import { chart, csvHead, csvLine, judge, type Sample } from './soak-sample.ts'
import { untilHealthy } from './world/calm.ts'
import { gatherEvidence } from './world/evidence.ts'
import { oneOfEach } from './world/layout.ts'
import { ask } from './world/postgres.ts'
import { calmOf } from './world/settled.ts'
import { openWorld, type World } from './world/world.ts'

const hoursOf = (text: string): number => {
  const hours = Number(text)
  if (!(hours > 0)) throw new InvalidArgumentError('It is a number of hours.')
  return hours
}

const program = new Command('npm run soak --')
  .description('Keeps the service busy for hours and looks at what grows. Ctrl-C ends it in order.')
  .option('--hours <number>', 'how long', hoursOf, 2)
  .option(
    '--rest <ms>',
    'how long each of twelve clients rests between two things, at most',
    Number,
    400,
  )
  .option('--out <directory>', 'where samples and chart go', 'data/soak')
  .parse()
const { hours, rest, out } = program.opts<{ hours: number; rest: number; out: string }>()
const directory = resolve(out)
mkdirSync(directory, { recursive: true })
const csv = join(directory, 'samples.csv')

/** Milliseconds between two samples. */
const interval = 10_000

const say = (text: string) => process.stdout.write(`${text}\n`)

let isOver = false
const ending = new AbortController()
process.once('SIGINT', () => {
  isOver = true
  ending.abort()
  say('\nending; once more to end at once')
  process.once('SIGINT', () => process.exit(130))
})

/** The last word of Postgres on how far everything is. */
const state = `
select (select count(*)::int from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend') as connections,
       coalesce((select extract(epoch from clock_timestamp() - min(recorded_at)) * 1000 from es.events
         where position > (select position from rm.checkpoint)), 0)::float as lag`

const delayOf = async ({ processes }: World): Promise<number> => {
  const took = processes.map(async ({ url }) => {
    const from = performance.now()
    await fetch(`${url}/livez`).then((it) => it.text())
    return performance.now() - from
  })
  return Math.max(...(await Promise.all(took)))
}

const sampleOf = async (
  world: World,
  startedAt: number,
  ledger: readonly Sent[],
): Promise<Sample> => {
  const looks = world.processes.map(({ pid }) => lookAt(pid))
  const [row] = await ask<{ connections: number; lag: number }>(world.database, state)
  return {
    at: (performance.now() - startedAt) / 1_000,
    memory: looks.reduce((sum, { memory }) => sum + memory, 0),
    files: looks.reduce((sum, { files }) => sum + files, 0),
    connections: (row?.connections ?? 1) - 1,
    delay: await delayOf(world),
    lag: row?.lag ?? 0,
    requests: ledger.length,
    failures: ledger.filter(isUnknown).length,
  }
}

const built = mkdtempSync(join(tmpdir(), 'soak-build-'))
process.env[buildDirectory] = built
process.once('exit', () => rmSync(built, { recursive: true, force: true }))

const random = randomFrom(1)
const ledger: Sent[] = []
const world = await openWorld({ layout: oneOfEach, random })
await untilHealthy(world.processes)
const { addresses } = world
const founder = clientOf({ name: 'founder', random, ledger, addresses, isDone: () => false })
const town = await foundTown(founder, world.admin)
founder.close()
writeFileSync(csv, `${csvHead}\n`)

const startedAt = performance.now()
const samples: Sample[] = []
const crowd = startCrowd({ random, ledger, town, addresses, rest })
say(`${csv}\n${csvHead}`)
while (!isOver && performance.now() - startedAt < hours * 3_600_000) {
  const sample = await sampleOf(world, startedAt, ledger)
  samples.push(sample)
  appendFileSync(csv, `${csvLine(sample)}\n`)
  if (process.stdout.isTTY) process.stdout.write(`\r\u001b[K${csvLine(sample)}`)
  await sleep(interval, undefined, { signal: ending.signal }).catch(() => undefined)
}
await crowd.stop()
writeFileSync(join(directory, 'chart.svg'), chart(samples))
const calm = await calmOf(world)
const violations = violationsIn(await gatherEvidence(world, { ledger, calm, runs: [], faults: [] }))
await world.end()

const verdict = [
  ...judge(samples),
  { ok: violations.length === 0, text: `${violations.length} invariants violated` },
]
say(`\n${((performance.now() - startedAt) / 60_000).toFixed(1)} minutes, ${samples.length} samples`)
for (const { ok, text } of verdict) say(`${ok ? 'ok      ' : 'NOT MET '} ${text}`)
for (const { id, text } of violations.slice(0, 20)) say(`    ${id}: ${text}`)
say(`chart: ${join(directory, 'chart.svg')}`)
process.exit(verdict.every(({ ok }) => ok) ? 0 : 1)
