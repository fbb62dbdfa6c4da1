import type { GraphChange } from '../../../shared/events/permission-graph.ts'
import type { Revision } from '../../../shared/permissions/history/ledger.ts'
import type { Names } from '../../../shared/permissions/history/names.ts'
import { type Html, html, named } from '../../pages/html.ts'
import { type Asked, addressOf, revision } from './address.ts'
import { counted, timeOf } from './parts.ts'

type Revisions = readonly Revision<GraphChange>[]

const pageSize = 20

/** The revisions to list, newest first: those asked for, or those around the one that is shown. */
export const windowOf = (revisions: Revisions, { from }: Asked, shown: number): Revisions => {
  const newest = revisions.length
  const isNear = newest - shown < pageSize
  const top = Math.min(newest, from ?? (isNear ? newest : shown + pageSize / 2))
  return revisions.slice(Math.max(0, top - pageSize), top).reverse()
}

const entry = (asked: Asked, item: Revisions[number], isShown: boolean, names: Names): Html => {
  const { since, comment, revertedTo, changes } = item
  const number = since.revision
  const address = addressOf(asked, { as_of: revision(number) })
  return html`<li${isShown && html` class="shown"`}>
<a href="${address}"${isShown && html` aria-current="true"`}>Revision ${number}</a>
<span class="cells">${counted(changes.length, 'cell')}</span>
<span class="who"><span>${named(names.actor(since.actor))}</span> ${timeOf(since.at)}</span>
${comment !== null && html`<q class="comment">${named(comment)}</q>`}
${revertedTo !== null && html`<span class="comment">brings back revision ${revertedTo}</span>`}
</li>`
}

const turning = (asked: Asked, revisions: Revisions, listed: Revisions): Html => {
  const top = listed[0]?.since.revision ?? 0
  const bottom = listed.at(-1)?.since.revision ?? 0
  const newer = Math.min(revisions.length, top + pageSize)
  return html`<nav class="steps" aria-label="Pages of revisions">
${
  top < revisions.length
    ? html`<a class="step" rel="prev" href="${addressOf(asked, { from: newer })}">‹ Newer</a>`
    : html`<span class="step off">‹ Newer</span>`
}
${
  bottom > 1
    ? html`<a class="step" rel="next" href="${addressOf(asked, { from: bottom - 1 })}">Older ›</a>`
    : html`<span class="step off">Older ›</span>`
}
</nav>`
}

/** The revisions, newest first, a page of them at a time. */
export const timeline = (
  asked: Asked,
  revisions: Revisions,
  listed: Revisions,
  shown: number,
  names: Names,
): Html => {
  if (revisions.length === 0)
    return html`<p class="empty">No revision yet. Nobody has changed the permissions graph so far.</p>`
  return html`
<ol class="timeline" reversed>${listed.map((item) =>
    entry(asked, item, item.since.revision === shown, names),
  )}</ol>
${revisions.length > pageSize && turning(asked, revisions, listed)}`
}
