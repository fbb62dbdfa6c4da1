import type { AccessState } from '../../../shared/permissions/access-state.ts'
import type { AccessHistory } from '../../../shared/permissions/history/access-history.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Asked } from './address.ts'
import { steps } from './moment.ts'
import { kept } from './parts.ts'
import { strip } from './strip.ts'

/** A slider to every revision, a field for any moment, and links to the neighbours. */
export const slider = (asked: Asked, history: AccessHistory, state: AccessState): Html => {
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
<input id="slider" type="range" name="as_of" min="0" max="${newest}" step="1" value="${shown}">
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
