import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { append } from './append.ts'
import { cluster } from './cluster.ts'
import { compile } from './compile.ts'
import { emmett } from './emmett.ts'
import { engines } from './engines.ts'
import { csv, xlsx } from './export.ts'
import { growth } from './growth.ts'
import { history } from './history.ts'
import { describeMachine } from './machine.ts'
import type { Measure, Result } from './measure.ts'
import { pages } from './pages.ts'
import { permissions } from './permissions.ts'
import { query } from './query.ts'
import { rebuild } from './rebuild.ts'
import { replay } from './replay.ts'
import { markdown } from './report.ts'
import { slowNeighbours } from './slow-neighbours.ts'
import { withStage } from './stage.ts'
import { visible } from './visible.ts'

const measures: readonly Measure[] = [
  append,
  emmett,
  compile,
  query,
  engines,
  slowNeighbours,
  csv,
  xlsx,
  replay,
  visible,
  permissions,
  pages,
  history,
  cluster,
  rebuild,
  growth,
]

const names = measures.map(({ name, about }) => `  ${name.padEnd(15)} ${about}`).join('\n')

const program = new Command('npm run bench --')
  .description('Measures the service against what the machine itself can do.')
  .argument('[names...]', 'which measurements; all but the long ones when none is named')
  .option('--quick', 'smaller amounts: a look, not a measurement')
  .option('--json', 'the results as JSON')
  .option('--pictures <directory>', 'pages: also take pictures of them')
  .option('--events <number>', 'growth: how long the log becomes', Number, 10_000_000)
  .addHelpText('after', `\nMeasurements:\n${names}`)
  .parse()

type Wishes = {
  readonly quick?: boolean
  readonly json?: boolean
  readonly pictures?: string
  readonly events: number
}

const { quick = false, json = false, pictures, events } = program.opts<Wishes>()
const unknown = program.args.filter((name) => !measures.some((measure) => measure.name === name))
if (unknown.length > 0) program.error(`There is no measurement ${unknown.join(', ')}.\n${names}`)
const chosen = measures.filter(({ name, onlyWhenNamed }) =>
  program.args.length === 0 ? !onlyWhenNamed : program.args.includes(name),
)

/** How figures came about where a measurement says nothing else. */
const inTurn = 'Medians of at least three rounds in turn, all in one run.'

const progressOf = (name: string) => (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${name}: ${text}`)
}

const dataDirectory = mkdtempSync(join(tmpdir(), 'bench-'))
chmodSync(dataDirectory, 0o755)
process.once('exit', () => rmSync(dataDirectory, { recursive: true, force: true }))
// The service and its Postgres hear Ctrl-C as well, and end by themselves.
process.once('SIGINT', () => setTimeout(() => process.exit(130), 3_000))

const results: Result[] = []
let machine = ''
for (const measure of chosen) {
  const progress = progressOf(measure.name)
  progress('starting a service')
  const found = await withStage(
    dataDirectory,
    { quick, pictures, events, progress },
    async (stage) => {
      machine ||= await describeMachine(stage)
      return measure.run(stage)
    },
  )
  results.push(...found)
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
}

process.stdout.write(
  json
    ? `${JSON.stringify({ machine, results }, undefined, 2)}\n`
    : `${markdown(
        machine,
        results,
        chosen.map(({ how = inTurn }) => how),
      )}\n`,
)
