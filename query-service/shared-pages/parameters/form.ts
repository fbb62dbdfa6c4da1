import { type Html, html } from '../../pages/html.ts'
import type { ShownParameter } from '../../shared-things/shown-parameter.ts'
import { parameterControl } from './controls.ts'

/** The parameters of a page; nothing where there are none. */
export const parameterForm = (
  parameters: readonly ShownParameter[],
  appliesAtOnce: boolean,
): Html | false =>
  parameters.length > 0 &&
  html`<form class="parameters" aria-label="Filters" data-apply="${appliesAtOnce ? 'at-once' : 'by-hand'}" novalidate>
${parameters.map(parameterControl)}
<div class="actions">
<button${appliesAtOnce && html` class="unseen-unless-focused"`}>Apply</button>
<button type="reset" class="quiet">Reset filters</button>
</div>
</form>`
