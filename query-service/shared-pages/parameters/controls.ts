import { type Html, html } from '../../pages/html.ts'
import type { Control } from '../../shared-things/control-of.ts'
import type { ShownParameter } from '../../shared-things/shown-parameter.ts'
import { type Choice, spans } from '../../shared-things/spans.ts'

const ownDays: readonly Choice[] = [
  ['on', 'On a day …'],
  ['between', 'Between two days …'],
  ['before', 'Before a day …'],
  ['after', 'After a day …'],
]

const options = (choices: readonly Choice[]): Html =>
  html`${choices.map(([value, label]) => html`<option value="${value}">${label}</option>`)}`

const titled = (unit: string): string => `${unit.charAt(0).toUpperCase()}${unit.slice(1)}`

/** One field, named by the parameter itself. */
type Single = (id: string, parameter: ShownParameter) => Html

const input =
  (type: string): Single =>
  (id) =>
    html`<input id="${id}" data-role="value" type="${type}"${
      type === 'number' && html` step="any"`
    } autocomplete="off">`

const select =
  (choicesFor: (parameter: ShownParameter) => readonly Choice[]): Single =>
  (id, parameter) =>
    html`<select id="${id}" data-role="value"><option value="">Any</option>${options(
      choicesFor(parameter),
    )}</select>`

/** Several fields, each with a label of its own. */
type Several = () => Html

const labelled = (label: string, role: string, type: string): Html =>
  html`<label><span class="unseen">${label}</span><input data-role="${role}" type="${type}"${
    type === 'number' && html` step="any"`
  } autocomplete="off"></label>`

const fromTo = (type: string): Several => {
  const between = html`<span class="dash" aria-hidden="true">–</span>`
  return () => html`${labelled('From', 'from', type)}${between}${labelled('To', 'to', type)}`
}

const quarters = ['Q1', 'Q2', 'Q3', 'Q4'].map((name): Choice => [name, name])

const singles: { readonly [C in Control]?: Single } = {
  text: input('text'),
  number: input('number'),
  day: input('date'),
  month: input('month'),
  boolean: select(() => [
    ['true', 'Yes'],
    ['false', 'No'],
  ]),
  relative: select(() => spans),
  unit: select(({ units }) => units.map((unit) => [unit, titled(unit)])),
}

const groups: { readonly [C in Control]?: Several } = {
  numbers: fromTo('number'),
  days: fromTo('date'),
  quarter: () => html`
<label><span class="unseen">Quarter</span><select data-role="quarter"><option value="">Any</option>${options(quarters)}</select></label>
${labelled('Year', 'year', 'number')}`,
  dates: () => html`
<label><span class="unseen">When</span><select data-role="mode"><option value="">Any time</option>${options(spans)}${options(ownDays)}</select></label>
<label hidden><span class="unseen">Day, or first day</span><input data-role="from" type="date"></label>
<label hidden><span class="unseen">Last day</span><input data-role="to" type="date"></label>`,
}

const list = (id: string, { name, isMulti }: ShownParameter): Html => html`
<span class="label" aria-hidden="true">${name}</span>
<details class="choices opens" id="${id}" data-multi="${String(isMulti)}">
<summary><span class="unseen">${name}: </span><span data-part="shown" dir="auto">Any</span></summary>
<div class="panel">
<input type="search" aria-label="Search values of ${name}" placeholder="Search" autocomplete="off">
<fieldset><legend class="unseen">${name}</legend><div data-part="options"></div></fieldset>
<p class="note" data-part="note" role="status"></p>
<button type="button" class="quiet" data-part="clear">Clear</button>
</div>
</details>`

/** What the page's script calls it: a span and a unit are simply chosen. */
const codecOf = (control: Control): string =>
  control === 'relative' || control === 'unit' ? 'select' : control

const inside = (id: string, parameter: ShownParameter): Html => {
  const { control, name } = parameter
  const single = singles[control]
  if (single) return html`<label class="label" for="${id}">${name}</label>${single(id, parameter)}`
  const several = groups[control]
  if (several)
    return html`<fieldset><legend class="label">${name}</legend><div class="fields">${several()}</div></fieldset>`
  return list(id, parameter)
}

/** A parameter with what its value is chosen by; its script fills in values and listens. */
export const parameterControl = (parameter: ShownParameter, place: number): Html => {
  const { id, slug, control, isRequired, own } = parameter
  return html`<div class="parameter" data-parameter="${id}" data-slug="${slug}" data-control="${codecOf(control)}"${
    own !== undefined && html` data-default="${JSON.stringify(own)}"`
  }${isRequired && html` data-required="true"`}>${inside(`parameter-${place}`, parameter)}</div>`
}
