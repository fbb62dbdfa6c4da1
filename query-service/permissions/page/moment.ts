import type { AccessState } from '../../../shared/permissions/access-state.ts'
import type { AccessHistory } from '../../../shared/permissions/history/access-history.ts'
import type { Names } from '../../../shared/permissions/history/names.ts'
import { type Html, html, named } from '../../pages/html.ts'
import { type Asked, addressOf, revision } from './address.ts'
import { timeOf } from './parts.ts'

/** The moment that the page shows, in words. */
export const momentText = (
  { as_of: asOf }: Asked,
  history: AccessHistory,
  { revision: number }: AccessState,
  names: Names,
): Html => {
  const shown = history.revisions[number - 1]
  const last = shown && html`revision ${number}, ${timeOf(shown.since.at)}`
  if (!asOf)
    return html`<strong>Now</strong> ${shown ? html`– the last change was ${last}` : 'There is no revision yet'}`
  if (asOf.kind === 'time')
    return html`<strong>${timeOf(asOf.time)}</strong> ${shown ? html`– after ${last}` : 'Before the first revision'}`
  if (!shown) return html`<strong>Before the first revision</strong>`
  const { comment, revertedTo, since } = shown
  return html`<strong>Revision ${number}</strong> – ${timeOf(since.at)}, by ${named(names.actor(since.actor))}${
    comment !== null && html`: <q>${named(comment)}</q>`
  }${revertedTo !== null && html` (brings back revision ${revertedTo})`}`
}

type Step = { readonly label: string; readonly to: number | undefined; readonly isOff: boolean }

/** Links to the neighbours; the ends of the way are words. */
export const steps = (asked: Asked, newest: number, shown: number): Html => {
  const all: readonly Step[] = [
    { label: 'Start', to: 0, isOff: shown === 0 },
    { label: '‹ Earlier', to: shown - 1, isOff: shown === 0 },
    { label: 'Later ›', to: shown + 1, isOff: shown === newest },
    { label: 'Now', to: undefined, isOff: asked.as_of === undefined },
  ]
  return html`<nav class="steps" aria-label="Moments">${all.map(({ label, to, isOff }) => {
    if (isOff) return html`<span class="step off">${label}</span>`
    const as_of = to === undefined ? undefined : revision(to)
    return html`<a class="step" href="${addressOf(asked, { as_of, from: undefined })}">${label}</a>`
  })}</nav>`
}
