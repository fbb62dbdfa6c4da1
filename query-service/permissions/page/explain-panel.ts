import type { ResponseOf } from '../../../shared/contract/endpoint.ts'
import type { explainAccess } from '../../../shared/contract/permission-history.ts'
import { apart } from '../../pages/direction.ts'
import { type Html, html, named } from '../../pages/html.ts'
import type { Asked } from './address.ts'
import type { Choices } from './choices.ts'
import { kept, timeOf } from './parts.ts'

export type Answered =
  | { readonly explained: ResponseOf<typeof explainAccess> }
  | { readonly problem: string }

type Path = ResponseOf<typeof explainAccess>['paths'][number]

const ways: Readonly<Record<Path['through'], string>> = {
  administrators: 'Administrators',
  owner: 'It is their own',
  group: 'Group',
}

const standings: Readonly<Record<Path['standing'], string>> = {
  decides: 'decides',
  'as-good': 'would do as well',
  weaker: 'gives less',
  partly: 'opens a part only',
  nothing: 'opens nothing',
}

const places: Readonly<Record<NonNullable<Path['on']>, string>> = {
  database: 'on the database',
  schema: 'on the schema',
  table: 'on the table',
  native: 'about SQL',
  collection: 'on the collection',
}

const decidingFirst = (paths: readonly Path[]): readonly Path[] => [
  ...paths.filter(({ standing }) => standing === 'decides'),
  ...paths.filter(({ standing }) => standing !== 'decides'),
]

const options = (
  choices: Choices['people'] | Choices['resources'],
  chosen: string | undefined,
): readonly Html[] =>
  choices.map((choice) =>
    'options' in choice
      ? html`<optgroup label="${apart(choice.label)}">${options(choice.options, chosen)}</optgroup>`
      : html`<option value="${choice.value}"${choice.value === chosen && html` selected`}>${apart(choice.label)}</option>`,
  )

const fact = (what: string, it: Path['granted']): Html | false =>
  it !== null &&
  html`<li>${what} ${timeOf(it.at)}, by ${named(it.actor.name)}${it.revision !== null && html`, revision ${it.revision}`}${
    it.comment !== null && html`: <q>${named(it.comment)}</q>`
  }</li>`

const pathOf = (path: Path): Html => html`<li class="path ${path.standing}">
<div><strong>${path.group === null ? ways[path.through] : named(path.group)}</strong> <span class="tag">${standings[path.standing]}</span></div>
<ul>
<li>${path.on === null ? 'Nothing is said there' : html`Level ${path.level}, said ${places[path.on]}`}</li>
${fact('Member since', path.member_since)}
${fact('Granted', path.granted)}
${fact('Taken away', path.taken_away)}
</ul>
</li>`

const answerOf = (answered: Answered | undefined): Html | false => {
  if (!answered) return false
  if ('problem' in answered) return html`<p class="problem" role="alert">${answered.problem}</p>`
  const { allowed, sentence, paths } = answered.explained
  return html`
<p class="verdict ${allowed ? 'may' : 'may-not'}"><span aria-hidden="true">${allowed ? '✓' : '✕'}</span> ${named(sentence)}</p>
${paths.length > 0 && html`<ul class="paths" aria-label="Every path, the one that decides first">${decidingFirst(paths).map(pathOf)}</ul>`}`
}

/** Why somebody may, or may not, at the moment that is shown. */
export const explainPanel = (
  asked: Asked,
  { people, resources, isCut }: Choices,
  answered: Answered | undefined,
): Html => {
  const what = asked.what && `${asked.what.kind}-${asked.what.id}`
  return html`
<form class="ask" method="get">
<div id="ask-kept" data-part="ask-kept" hidden>${kept(asked, 'user', 'what')}</div>
<label>Who
<select name="user" required><option value="">Choose a person</option>${options(people, asked.user === undefined ? undefined : String(asked.user))}</select></label>
<label>What
<select name="what" required><option value="">Choose a database or a table</option>${options(resources, what)}</select></label>
<button>Explain</button>
</form>
${isCut && html`<p class="dim">The lists are cut; the API explains for everybody and every table.</p>`}
<div id="answer" data-part="answer" aria-live="polite">${answerOf(answered)}</div>`
}
