import { randomInt } from 'node:crypto'
import { Command, InvalidArgumentError } from 'commander'
import { startProgress } from '../../../infra/cli/progress.ts'
import { reportOf, summaryOf } from './report.ts'
import { type Simulated, simulate } from './simulate.ts'
import { createTally } from './tally.ts'

const whole = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It is a whole number above 0.')
  return Number(text)
}

type Wishes = {
  readonly seed?: number
  readonly seeds?: number
  readonly steps: number
  readonly trace?: true
}

const program = new Command('npm run chaos -- simulate')
  .description(
    'Plays the service on one scheduler, with faults everywhere: no server, no clock, no chance.',
  )
  .option('--seeds <number>', 'how many runs, each with the next seed (5000; 1 with --seed)', whole)
  .option('--seed <number>', 'the first seed; any when it is not said', whole)
  .option('--steps <number>', 'things that clients begin in a run', whole, 40)
  .option('--trace', 'prints everything that happened in each run')
  .parse()

const wishes = program.opts<Wishes>()
const { seed: first = randomInt(1, 1_000_000), steps } = wishes
const seeds = wishes.seeds ?? (wishes.seed === undefined ? 5_000 : 1)

/** Enough to see whether they fail for one reason. */
const mostFailures = 3

const say = (text: string) => void process.stdout.write(`${text}\n`)

say(seeds === 1 ? `seed ${first}` : `seed ${first}, and the ${seeds - 1} after it`)
const progress = startProgress(BigInt(seeds), process.stderr, 'seeds')
const tally = createTally()
const failed: Simulated[] = []
/** Ctrl-C: what was played until then counts. */
let isStopped = false
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true
  })
for (let n = 0; n < seeds && failed.length < mostFailures && !isStopped; n += 1) {
  const played = await simulate({ seed: first + n, steps })
  tally.add(played)
  if (played.violations.length > 0) failed.push(played)
  progress.at(BigInt(n + 1), n + 1)
  if (wishes.trace) say(played.trace.join('\n'))
}
progress.stop()

for (const played of failed) say(`\n${reportOf(played, steps)}`)
say(`\n${summaryOf(tally)}\n`)
say(failed.length === 0 ? 'every promise kept' : `${failed.length} seeds failed`)
process.exit(failed.length === 0 ? 0 : 1)
