import type { AccessState } from '../../../shared/permissions/access-state.ts'
import type { AccessHistory } from '../../../shared/permissions/history/access-history.ts'
import type { Names } from '../../../shared/permissions/history/names.ts'
import { apart } from '../../pages/direction.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Asked } from './address.ts'
import { steps } from './moment.ts'
import { kept, timeText } from './parts.ts'
import { strip } from './strip.ts'

/** Where the slider stands, for those who hear it. */
const valueText = ({ revisions }: AccessHistory, shown: number, names: Names): string => {
  const since = revisions[shown - 1]?.since
  return since
    ? `Revision ${shown}, ${timeText(since.at)}, by ${apart(names.actor(since.actor))}`
    : 'Before the first revision'
}

/** A slider to every revision, a field for any moment, and links to the neighbours. */
export const slider = (
  asked: Asked,
  history: AccessHistory,
  state: AccessState,
  names: Names,
): Html => {
  const newest = history.revisions.length
  const shown = state.revision
  if (newest === 0) return html``
  return html`
<section class="card unprinted" aria-labelledby="travel">
<h2 id="travel">Travel in time</h2>
<form class="travel" method="get" data-travel>
${kept(asked, 'as_of', 'from')}
<label for="slider">Revision <output id="shown">${shown}</output> of ${newest}</label>
<div class="track">
<div data-part="strip" id="strip">${strip(history.revisions, shown)}</div>
<input id="slider" type="range" name="as_of" min="0" max="${newest}" step="1" value="${shown}" aria-valuetext="${valueText(history, shown, names)}">
</div>
<button>Show this revision</button>
</form>
<div class="row">
<div data-part="steps" id="steps">${steps(asked, newest, shown)}</div>
<form class="inline" method="get">
${kept(asked, 'as_of', 'from')}
<label>A day, or a time with its zone
<input name="as_of" placeholder="2026-01-31T12:00:00Z" required></label>
<button class="quiet">Go there</button>
</form>
</div>
</section>`
}
