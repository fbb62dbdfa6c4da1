import { type Html, html } from '../../pages/html.ts'
import type { PivotShape } from '../picture.ts'

/** A table with headers on both sides, in a box that scrolls. */
export const pivotTable = ({ header, titleColumns, rows }: PivotShape, label: string): Html => html`
<div class="rows" tabindex="0" role="region" aria-label="${label}">
<table class="pivot">
<thead>
${header.map(
  (row) => html`<tr>${row.map((text, place) =>
    place < titleColumns
      ? html`<th scope="col">${text}</th>`
      : html`<th scope="col" class="number">${text}</th>`,
  )}</tr>
`,
)}</thead>
<tbody>
${rows.map(
  ({ cells, isTotal }) => html`<tr${isTotal && html` class="total"`}>${cells.map((text, place) =>
    place < titleColumns
      ? html`<th scope="row">${text}</th>`
      : html`<td class="number">${text}</td>`,
  )}</tr>
`,
)}</tbody>
</table>
</div>`
