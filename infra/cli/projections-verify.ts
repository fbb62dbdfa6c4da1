import type { Command } from 'commander'
import type { TableVerdict } from '../../shared/ports/projection-overview.ts'
import { verify } from '../main/read-models/verify.ts'
import type { Workshop } from '../main/read-models/workshop.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { withBars } from './projections-watch.ts'
import { textTable } from './text-table.ts'
import { withWorkshop } from './workshop.ts'

const about = [
  'Compare the new build of a projection with the one in use, at the same position of the log.',
  [
    'Each table has to have as many rows and the same checksum. Of another shape, the columns both',
    'have are compared, and rows drawn at random are folded from the log by other means and compared',
    'cell by cell. Readers and writers are not held up meanwhile.',
  ].join(' '),
].join('\n\n')

const liveCell = ({ live, checksum }: TableVerdict): string => {
  if (!live) return 'new table'
  if (live.equal) return 'equal'
  return live.checksum === checksum ? 'different' : `different (${live.rows} rows)`
}

const sampleCell = ({ sample }: TableVerdict): string => {
  if (!sample) return ''
  return sample.wrong.length === 0 ? `${sample.rows} rows agree` : 'disagrees'
}

const verdictTable = (tables: readonly TableVerdict[]): readonly string[] =>
  textTable(
    [
      { title: 'table' },
      { title: 'rows', align: 'right' },
      { title: 'checksum' },
      { title: 'in use' },
      { title: 'to the one in use' },
      { title: 'folded anew' },
    ],
    tables.map((it) => [
      it.table,
      String(it.rows),
      it.checksum,
      it.live?.checksum ?? '–',
      liveCell(it),
      sampleCell(it),
    ]),
  )

const wrongPlaces = (tables: readonly TableVerdict[]): readonly string[] =>
  tables.flatMap(({ table, sample }) =>
    (sample?.wrong ?? []).map(({ key, column }) => `${table} ${key}: ${column}`),
  )

const verifyNamed =
  (context: CliContext, name: string) =>
  async (workshop: Workshop): Promise<void> => {
    const verdict = await withBars(context, (watch) => verify(workshop, name, watch))
    for (const line of verdictTable(verdict.tables)) context.print(line)
    for (const line of wrongPlaces(verdict.tables)) context.print(line)
    context.print('')
    if (!verdict.agrees)
      throw new StartupProblem(
        `Build ${verdict.build} of ${name} is not what it should be. It is not in use; ` +
          `projections rebuild ${name} --fresh begins again.`,
      )
    context.print(
      `Build ${verdict.build} of ${name} is what it should be at position ${verdict.position}. ` +
        `Next: projections promote ${name}`,
    )
  }

export const addVerify = (projections: Command, context: CliContext): void => {
  projections
    .command('verify')
    .argument('<name>', 'of the projection')
    .summary('compare the new build with the one in use')
    .description(about)
    .action((name: string) =>
      withWorkshop(context, verifyNamed(context, name), { takesLong: true }),
    )
}
