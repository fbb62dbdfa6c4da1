import type { GraphChange } from '../../../shared/events/permission-graph.ts'
import type { Revision } from '../../../shared/permissions/history/ledger.ts'
import { type Html, html } from '../../pages/html.ts'

const mostBars = 120
const height = 24

/** Bars are no wider than that part of the drawing, and no wider than their place. */
const widest = 1 / 40

/** How much each stretch of revisions changed, above the slider; a drawing, told in the list as well. */
export const strip = (revisions: readonly Revision<GraphChange>[], shown: number): Html => {
  const count = Math.min(mostBars, revisions.length)
  const cells = new Array<number>(count).fill(0)
  const barOf = (index: number) => Math.floor((index * count) / revisions.length)
  for (const [index, { changes }] of revisions.entries()) {
    const bar = barOf(index)
    cells[bar] = (cells[bar] ?? 0) + changes.length
  }
  const most = Math.max(1, ...cells)
  const current = shown > 0 ? barOf(shown - 1) : -1
  const bars = cells.map((value, bar) => {
    const size = value === 0 ? 1 : Math.max(2, Math.round((value / most) * height))
    const kind = bar === current ? 'now' : bar < current ? 'past' : 'later'
    // Over the stop of the slider where the change is done: the first stop is before any.
    const width = Math.min(0.8, count * widest)
    const x = bar + 1 - width / 2
    return html`<rect class="${kind}" x="${x}" y="${height - size}" width="${width}" height="${size}"/>`
  })
  return html`<svg class="strip" viewBox="0 0 ${Math.max(1, count)} ${height}" preserveAspectRatio="none" aria-hidden="true" focusable="false">${bars}</svg>`
}
