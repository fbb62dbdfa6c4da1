import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command, InvalidArgumentError, Option } from 'commander'
import type { LogStore } from '../../infra/event-store/log-home.ts'
import { buildDirectory } from '../support/build.ts'
import { type Played, play } from './play.ts'
import { randomFrom } from './random.ts'
import { keepReport, table } from './report.ts'
import type { Scenario } from './scenario.ts'
import { scenarios } from './scenarios/index.ts'
import { untilHealthy } from './world/calm.ts'
import { anEventStoreDb, givenEventStoreDb, givenNode } from './world/eventstoredb.ts'
import { layouts } from './world/layout.ts'
import { openWorld, type World } from './world/world.ts'

const whole = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It is a whole number.')
  return Number(text)
}

const names = scenarios.map(({ id, about }) => `  ${id}  ${about}`).join('\n')

const program = new Command('npm run chaos --')
  .description('Breaks everything a running service stands on, and checks that it keeps its word.')
  .option('--seed <number>', 'of an earlier run, to play it again', whole, randomInt(1_000_000))
  .option('--scenario <id...>', 'which of them; all when none is named')
  .option('--seconds <number>', 'how long faults are at work in each', whole, 20)
  .option('--layout <name>', `processes: ${Object.keys(layouts).join(', ')}`, 'two')
  .addOption(
    new Option(
      '--log <store>',
      'where the log is; an EVENTSTORE_URL in the environment is an empty node for it',
    )
      .choices(['postgres', 'eventstoredb'] satisfies readonly LogStore[])
      .default('postgres'),
  )
  .option('--reports <directory>', 'where reports of violations go', 'data/chaos')
  .addHelpText('after', `\nScenarios:\n${names}`)
  .addHelpText('after', '\nWithout a running service: npm run chaos -- simulate --help')
  .parse()

type Wishes = {
  readonly seed: number
  readonly scenario?: readonly string[]
  readonly seconds: number
  readonly layout: string
  readonly log: LogStore
  readonly reports: string
}
const { seed, scenario: wanted, seconds, layout: layoutName, log, reports } = program.opts<Wishes>()
const layout = layouts[layoutName] ?? program.error(`There is no layout ${layoutName}.`)
const unknown = wanted?.filter((id) => !scenarios.some((it) => it.id === id)) ?? []
if (unknown.length > 0) program.error(`There is no scenario ${unknown.join(', ')}.\n${names}`)
const node = log === 'eventstoredb' ? givenNode() : undefined
if (node !== undefined)
  await givenEventStoreDb(node).catch(({ message }: Error) => program.error(message))
const chosen = scenarios.filter(({ id }) => wanted === undefined || wanted.includes(id))

const say = (text: string) => process.stdout.write(`${text}\n`)
const progressOf = (id: string) => (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${id}: ${text}`)
}
const clearProgress = () => process.stderr.isTTY && process.stderr.write('\r\u001b[K')

const built = mkdtempSync(join(tmpdir(), 'chaos-build-'))
process.env[buildDirectory] = built
process.once('exit', () => rmSync(built, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const random = randomFrom(seed)
const commandFor = (id: string) =>
  `npm run chaos -- --seed ${seed} --scenario ${id} --seconds ${seconds} --layout ${layoutName} --log ${log}`

/** The world that scenarios share, until one of them has broken its word. */
let shared: World | undefined

const worldFor = async ({ id, startPostgres }: Scenario): Promise<World> => {
  if (shared && !startPostgres) return shared
  progressOf(id)('starting a world')
  const world = await openWorld({
    ...{ layout, random },
    ...(startPostgres && { startPostgres }),
    startEventStoreDb: log === 'eventstoredb' ? anEventStoreDb : undefined,
  })
  await untilHealthy(world.processes)
  if (!startPostgres) shared = world
  return world
}

const playOne = async (scenario: Scenario): Promise<Played> => {
  const { id } = scenario
  const world = await worldFor(scenario)
  let isWhole = false
  try {
    const played = await play({ world, scenario, random, seconds, progress: progressOf(id) })
    isWhole = played.violations.length === 0
    clearProgress()
    say(`${id}  ${isWhole ? 'ok' : 'VIOLATED'}  ${played.done} (${played.seconds.toFixed(0)} s)`)
    for (const { id: violated, text } of played.violations.slice(0, 10))
      say(`    ${violated}: ${text.slice(0, 400)}`)
    if (!isWhole) {
      const kept = keepReport(played, world, { parent: resolve(reports), command: commandFor(id) })
      say(`    all of it: ${kept}`)
    }
    return played
  } finally {
    if (!isWhole || world !== shared) {
      if (world === shared) shared = undefined
      await world.end()
    }
  }
}

say(`seed ${seed}`)
const played: Played[] = []
let failed = 0
for (const scenario of chosen) {
  const notOn = scenario.notOn?.[log]
  if (notOn !== undefined) {
    say(`${scenario.id}  NOT APPLICABLE  the log is in ${log}: ${notOn}`)
    continue
  }
  const missing = scenario.missing?.()
  if (missing !== undefined) {
    say(`${scenario.id}  SKIPPED  ${missing}`)
    continue
  }
  try {
    const one = await playOne(scenario)
    played.push(one)
    if (one.violations.length > 0) failed += 1
  } catch (error) {
    failed += 1
    clearProgress()
    say(`${scenario.id}  FAILED  ${error instanceof Error ? error.stack : error}`)
    say(`    play it again: ${commandFor(scenario.id)}`)
  }
}
await shared?.end()
say(
  `\n${table(played)}\n\nseed ${seed}: ${failed === 0 ? 'every promise kept' : `${failed} failed`}`,
)
process.exit(failed === 0 ? 0 : 1)
