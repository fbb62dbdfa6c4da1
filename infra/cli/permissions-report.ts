import { type Command, Option } from 'commander'
import { answerReport } from '../../query-service/permissions/report.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import type { Download } from '../../shared/contract/endpoint.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { intoFile } from './into-file.ts'
import { withHistory } from './permissions-history.ts'
import { asOf, groupNamed } from './permissions-names.ts'
import { timeText } from './permissions-text.ts'
import { textTable } from './text-table.ts'

type ReportOptions = {
  readonly asOf?: AsOf
  readonly group?: string
  readonly format: 'table' | 'csv' | 'xlsx' | 'json'
  readonly out?: string
}

type Row = Readonly<Record<string, string | number | null>>

const text = (cell: Row[string] | undefined): string => String(cell ?? '')

/** The columns people look at; the other formats have all of them. */
const tableOf = (rows: readonly Row[]): readonly string[] =>
  textTable(
    ['who', 'what', 'level', 'through', 'since', 'granted by'].map((title) => ({ title })),
    rows.map((row) => [
      text(row.user),
      row.resource === 'collection'
        ? text(row.collection)
        : [row.database, row.schema, row.table].filter((part) => part !== null).join(' / ') +
          (row.resource === 'native' ? ' (SQL)' : ''),
      text(row.level),
      row.group === null ? text(row.through) : text(row.group),
      timeText(text(row.since)),
      row.granted_by === null
        ? ''
        : text(row.granted_by) + (row.revision === null ? '' : ` in revision ${row.revision}`),
    ]),
  )

const printTable = async (file: Download, { print, note }: CliContext): Promise<void> => {
  const chunks: Uint8Array[] = []
  await file.write(async (chunk) => void chunks.push(chunk))
  const rows: readonly Row[] = JSON.parse(Buffer.concat(chunks).toString())
  if (rows.length === 0) return note('Nobody has anything.')
  for (const line of tableOf(rows)) print(line)
}

export const addReport = (permissions: Command, context: CliContext): void => {
  permissions
    .command('report')
    .summary('access review: who has what, through which group, since when, granted by whom')
    .option('--as-of <moment>', 'a revision, a date or a time instead of now', asOf)
    .option('--group <name>', 'only through a group, by name or id')
    .addOption(
      new Option('--format <format>', 'how it is written')
        .choices(['table', 'csv', 'xlsx', 'json'])
        .default('table'),
    )
    .option('--out <file>', 'into a new file instead of the terminal')
    .action(({ asOf: as_of, group, format, out }: ReportOptions) => {
      if (format === 'xlsx' && out === undefined)
        throw new StartupProblem('A workbook is nothing for a terminal: name a file with --out.')
      if (format === 'table' && out !== undefined)
        throw new StartupProblem('For a file, choose --format csv, xlsx or json.')
      return withHistory(context, async ({ history, dependencies, adapters }) => {
        const state = history.at(positionAsOf(history, as_of))
        const file = await answerReport(dependencies, adapters.views, {
          as_of,
          group_id: group === undefined ? undefined : groupNamed(state, group),
          format: format === 'table' ? 'json' : format,
        })
        if (format === 'table') return printTable(file, context)
        if (out === undefined) return file.write((chunk) => context.write(chunk))
        await intoFile(out, (sink) => file.write(sink))
        context.note(`The report is in ${out}.`)
      })
    })
}
