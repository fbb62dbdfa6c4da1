import { type Html, html } from '../../pages/html.ts'
import type { DataTable } from '../picture.ts'

/** A table in a box of its own, which scrolls, by the keyboard too. */
export const dataTable = ({ columns, rows }: DataTable, label: string): Html => {
  const number = (place: number) => columns[place]?.isNumber === true && html` class="number"`
  return html`<div class="rows" tabindex="0" role="region" aria-label="${label}">
<table>
<thead><tr>${columns.map(
    ({ title }, place) => html`<th scope="col"${number(place)}>${title}</th>`,
  )}</tr></thead>
<tbody>
${rows.map(
  (row) =>
    html`<tr>${row.map((text, place) => html`<td${number(place)}>${text}</td>`)}</tr>
`,
)}</tbody>
</table>
</div>`
}
