import type { GraphChange } from '../../../shared/events/permission-graph.ts'
import type { Revision } from '../../../shared/permissions/history/ledger.ts'
import type { Names } from '../../../shared/permissions/history/names.ts'
import { type Html, html } from '../../pages/html.ts'
import { counted } from './parts.ts'

const mostRows = 100

const placeOf = (change: GraphChange, names: Names): string => {
  if (change.right === 'native') return 'SQL'
  if (change.table !== undefined) return `table ${change.schema}.${names.table(change.table)}`
  return change.schema === undefined ? 'all data' : `schema ${change.schema}`
}

/** Null: nothing was said about the place itself. */
const said = (level: string | null): Html =>
  level === null ? html`<span class="dim">nothing said</span>` : html`${level}`

/** Every cell that a revision changed, to the table. */
export const changesTable = ({ changes }: Revision<GraphChange>, names: Names): Html => {
  if (changes.length === 0) return html`<p class="empty">It changed nothing.</p>`
  const more = changes.length - mostRows
  return html`
<div class="scroll" role="region" tabindex="0" aria-label="Changed cells, a table">
<table class="list">
<thead><tr><th scope="col">Group</th><th scope="col">Database</th><th scope="col">Where</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
<tbody>${changes
    .slice(0, mostRows)
    .map(
      (change) =>
        html`<tr><td>${names.group(change.group)}</td><td>${names.database(change.database)}</td><td>${placeOf(change, names)}</td><td>${said(change.from)}</td><td>${said(change.to)}</td></tr>`,
    )}</tbody>
</table>
</div>
${more > 0 && html`<p>${counted(more, 'more cell')} not shown.</p>`}`
}
