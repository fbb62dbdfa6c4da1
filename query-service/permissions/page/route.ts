import { permissionsPage } from '../../../shared/contract/pages.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { namesAt } from '../../../shared/permissions/history/names.ts'
import type { Views } from '../../context.ts'
import { type PageRoute, shows } from '../../pages/context.ts'
import { documentOf } from '../../pages/frame.ts'
import { html } from '../../pages/html.ts'
import { actorsOf, loadPeople } from '../../people.ts'
import { answerExplain } from '../explain.ts'
import { lookAt, type PermissionHistoryDependencies } from '../look.ts'
import type { Asked } from './address.ts'
import { changesTable } from './changes.ts'
import { loadChoices } from './choices.ts'
import { type Answered, explainPanel } from './explain-panel.ts'
import { cellLinks } from './links.ts'
import { matrixOf } from './matrix.ts'
import { matrixTable } from './matrix-table.ts'
import { momentText } from './moment.ts'
import { slider } from './slider.ts'
import { timeline, windowOf } from './timeline.ts'

export type PermissionsPageDependencies = PermissionHistoryDependencies

const resources = {
  database: (id: number) => ({ database_id: id }),
  sql: (id: number) => ({ database_id: id, native: true }),
  table: (id: number) => ({ table_id: id }),
} as const

/** Somebody who was not there yet is an answer as well, and no reason to show no page. */
const explained = async (
  dependencies: PermissionHistoryDependencies,
  views: Views,
  { user, what, as_of }: Asked,
): Promise<Answered | undefined> => {
  if (user === undefined || what === undefined) return undefined
  const query = { user_id: user, ...resources[what.kind](what.id), as_of }
  try {
    return { explained: await answerExplain(dependencies, views, query) }
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'not-found') throw error
    return { problem: error.message }
  }
}

/** Who may do what, at any moment: to look at rather than to read. */
export const permissionsPageRoute = (dependencies: PermissionsPageDependencies): PageRoute =>
  shows(permissionsPage, async ({ query: asked }, { actor, views }) => {
    const { history, state } = await lookAt(dependencies, asked.as_of)
    const { revisions } = history
    const shown = revisions[state.revision - 1]
    const changed = new Set(shown?.changes.map(({ group, database }) => `${group}/${database}`))
    const before = shown && history.at(shown.since.position - 1n)
    const isChanged = (group: number, database: number) => changed.has(`${group}/${database}`)
    const matrix = matrixOf(state, before, isChanged, asked)
    const listed = windowOf(revisions, asked, state.revision)
    const [people, choices, answered] = await Promise.all([
      loadPeople(views, [
        ...actorsOf([shown?.since, ...listed.map(({ since }) => since)]),
        ...(actor ? [actor.userId] : []),
      ]),
      loadChoices(views, state),
      explained(dependencies, views, asked),
    ])
    const names = namesAt(history.ledger, state.position, people)
    const main = html`
<div class="heading">
<h1>${permissionsPage.title}</h1>
<p id="moment" data-part="moment" role="status">${momentText(asked, history, state, names)}</p>
</div>
${slider(asked, history, state, names)}
<div class="columns">
<section class="card" aria-labelledby="timeline-title">
<h2 id="timeline-title">Revisions</h2>
<div id="timeline" data-part="timeline">${timeline(asked, revisions, listed, state.revision, names)}</div>
</section>
<div class="stack">
<div id="changes" data-part="changes">${
      shown &&
      html`
<section class="card" aria-labelledby="changes-title">
<h2 id="changes-title">Changed by revision ${state.revision}</h2>
${changesTable(shown, names, cellLinks(asked, state, matrix))}
</section>`
    }</div>
<section class="card" aria-labelledby="matrix-title">
<h2 id="matrix-title">Groups and databases</h2>
<div id="matrix" data-part="matrix">${matrixTable(asked, matrix, state.revision, names)}</div>
</section>
<section class="card" aria-labelledby="explain-title">
<h2 id="explain-title">Why may somebody?</h2>
${explainPanel(asked, choices, answered)}
</section>
</div>
</div>`
    const person = actor && names.person(actor.userId)
    return { status: 200, html: documentOf({ title: permissionsPage.title, person, main }) }
  })
