import type { GraphChange } from '../../../shared/events/permission-graph.ts'
import type { Revision } from '../../../shared/permissions/history/ledger.ts'
import type { Names } from '../../../shared/permissions/history/names.ts'
import { type Html, html, named } from '../../pages/html.ts'
import type { CellLinks } from './links.ts'
import { counted } from './parts.ts'

const mostRows = 100

const placeOf = (change: GraphChange, names: Names): Html => {
  if (change.right === 'native') return html`SQL`
  const { schema, table } = change
  if (schema === undefined) return html`all data`
  return table === undefined
    ? html`schema ${named(schema)}`
    : html`table ${named(schema)}.${named(names.table(table))}`
}

/** Null: nothing was said about the place itself. */
const said = (level: string | null): Html =>
  level === null ? html`<span class="dim">nothing said</span>` : html`${level}`

const row = (change: GraphChange, names: Names, linkTo: CellLinks): Html => {
  const { group, database, from, to } = change
  const link = linkTo(group, database)
  const place = placeOf(change, names)
  return html`<tr>
<td>${named(names.group(group))}</td>
<td>${named(names.database(database))}</td>
<td>${link === undefined ? place : html`<a href="${link}">${place}</a>`}</td>
<td>${said(from)}</td>
<td>${said(to)}</td>
</tr>`
}

/** Every place that a revision changed, to the table, with the way to its cell in the matrix. */
export const changesTable = (
  { changes }: Revision<GraphChange>,
  names: Names,
  linkTo: CellLinks,
): Html => {
  if (changes.length === 0) return html`<p class="empty">It changed nothing.</p>`
  const more = changes.length - mostRows
  return html`
<div class="scroll" role="region" tabindex="0" aria-label="Changed cells, a table">
<table class="list">
<thead><tr><th scope="col">Group</th><th scope="col">Database</th><th scope="col">Where</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>${changes.slice(0, mostRows).map((change) => row(change, names, linkTo))}</tbody>
</table>
</div>
${more > 0 && html`<p>${counted(more, 'more cell')} not shown.</p>`}`
}
