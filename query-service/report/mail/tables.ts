import type { DataTable, PivotShape } from '../../charts/picture.ts'
import { counted } from '../../charts/words.ts'
import { type Html, html } from '../../pages/html.ts'
import { styles } from './styles.ts'

/** More nobody reads in a mail, and some readers cut long ones off; files hold them all. */
const mostRows = 25
const mostColumns = 12

/** Rows and columns as far as they are shown, and in words what is not. */
export type ShownTable = {
  readonly header: readonly (readonly string[])[]
  readonly rows: readonly {
    readonly cells: readonly string[]
    readonly isTotal: boolean
  }[]
  readonly isNumber: readonly boolean[]
  readonly notes: readonly string[]
}

type Size = { readonly rows: number; readonly columns: number }

const notesOf = ({ rows, columns }: Size): readonly string[] => [
  ...(rows > mostRows ? [`The first ${mostRows} of ${counted(rows, 'row')}.`] : []),
  ...(columns > mostColumns ? [`The first ${mostColumns} of ${columns} columns.`] : []),
]

const cut = (cells: readonly string[]) => cells.slice(0, mostColumns)

/** @param total how many rows there are altogether */
export const shownTable = ({ columns, rows }: DataTable, total: number): ShownTable => ({
  header: [cut(columns.map(({ title }) => title))],
  rows: rows.slice(0, mostRows).map((cells) => ({ cells: cut(cells), isTotal: false })),
  isNumber: columns.map(({ isNumber }) => isNumber),
  notes: notesOf({ rows: total, columns: columns.length }),
})

export const shownPivot = ({ header, titleColumns, rows }: PivotShape): ShownTable => {
  const columns = Math.max(0, ...header.map(({ length }) => length))
  return {
    header: header.map(cut),
    rows: rows.slice(0, mostRows).map(({ cells, isTotal }) => ({ cells: cut(cells), isTotal })),
    isNumber: Array.from({ length: columns }, (_, place) => place >= titleColumns),
    notes: notesOf({ rows: rows.length, columns }),
  }
}

export const tableHtml = ({ header, rows, isNumber }: ShownTable): Html => {
  const align = (place: number) => html` align="${isNumber[place] ? 'right' : 'left'}"`
  return html`<div style="${styles.scroll}"><table style="${styles.table}" cellpadding="6" cellspacing="0">
<thead>
${header.map(
  (cells) => html`<tr style="${styles.head}">${cells.map(
    (text, place) => html`<th scope="col"${align(place)}>${text}</th>`,
  )}</tr>
`,
)}</thead>
<tbody>
${rows.map(
  ({
    cells,
    isTotal,
  }) => html`<tr valign="top" style="${isTotal ? styles.total : styles.row}">${cells.map(
    (text, place) => html`<td${align(place)}>${text}</td>`,
  )}</tr>
`,
)}</tbody>
</table></div>`
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ')

/** Rows as lines, cells apart by a bar. */
export const tableText = ({ header, rows }: ShownTable): string =>
  [...header, ...rows.map(({ cells }) => cells)]
    .map((cells) => cells.map(oneLine).join(' | '))
    .join('\n')
