import { type ChartResult, openChart } from './chart.ts'
import { displays } from './displays.ts'
import type { DataTable, Look, Picture } from './picture.ts'
import { mostRows, tableOf } from './table.ts'
import { counted, listed } from './words.ts'

/** What is shown: its name and how, `bar`. */
export type PicturedCard = { readonly name: string; readonly display: string }

const tableSummary = ({ columns }: DataTable, rows: number): string =>
  `Table of ${counted(rows, 'row')} and ${counted(columns.length, 'column')}: ${listed(
    columns.map(({ title }) => title),
    8,
  )}.`

const said = ({ rows, truncatedAt, notes = [] }: ChartResult): readonly string[] => [
  ...notes,
  ...(truncatedAt === undefined
    ? []
    : [`Only the first ${counted(truncatedAt, 'row')} of the answer are here.`]),
  ...(rows.length > mostRows ? [`Only ${counted(mostRows, 'row')} are shown.`] : []),
]

/**
 * What a result looks like. Settings are those of a card, with those of its place on a dashboard
 * laid over them; of any shape. A display that does not fit the result becomes a table that says so.
 */
export const pictureOf = (
  { name, display }: PicturedCard,
  result: ChartResult,
  settings: unknown,
  look: Look,
): Picture => {
  const data = tableOf(result, settings)
  const common = { title: name, theme: look.theme, data }
  const shown = said(result)
  if (result.rows.length === 0)
    return { ...common, shape: { kind: 'empty' }, summary: 'No results.', notes: shown }
  const table = {
    shape: { kind: 'table' },
    summary: tableSummary(data, result.rows.length),
  } as const
  const draw = displays.get(display)
  if (!draw) return { ...common, ...table, notes: shown }
  const drawing = draw(openChart(display, result, settings, look))
  return 'unfit' in drawing
    ? { ...common, ...table, notes: [`Shown as a table. ${drawing.unfit}`, ...shown] }
    : { ...common, ...drawing, notes: [...(drawing.notes ?? []), ...shown] }
}
