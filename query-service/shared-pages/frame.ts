import { type Html, html } from '../pages/html.ts'
import { sharedModules, sharedScript, sharedStyles } from './assets.ts'
import type { Board, OnBoard, Whereabouts } from './board.ts'
import { cardOn } from './cards/card.ts'
import { bandsOf } from './layout/bands.ts'
import { isTooTall } from './layout/grid.ts'
import { parameterForm } from './parameters/form.ts'

const cardsOn = (cards: readonly OnBoard[], kind: Board['kind'], where: Whereabouts): Html =>
  html`${bandsOf(cards).map(
    (band) =>
      html`<div class="band${isTooTall(band) && ' stacked'}">${band.map((card) => cardOn(card, kind, where))}</div>`,
  )}`

const nothing = html`<p class="empty">There is nothing on this dashboard.</p>`

const sections = ({ cards, tabs, kind }: Board, where: Whereabouts): Html => {
  const [first] = tabs
  if (cards.length === 0) return nothing
  if (!first || tabs.length < 2) return cardsOn(cards, kind, where)
  const tabOf = ({ tabId }: OnBoard) => (tabs.some(({ id }) => id === tabId) ? tabId : first.id)
  return html`
<div class="tabs" data-part="tabs" aria-label="Tabs" hidden>
${tabs.map(({ id, name }) => html`<button type="button" id="tab-${id}" data-tab="${id}" data-panel="panel-${id}" dir="auto">${name}</button>`)}
</div>
${tabs.map(
  ({ id, name }) => html`<section class="panel-of-tab" id="panel-${id}">
<h2 class="tab-title" dir="auto">${name}</h2>
${cardsOn(
  cards.filter((card) => tabOf(card) === id),
  kind,
  where,
)}
</section>`,
)}`
}

/** A whole page of something shared: all of it is there but for the pictures of its cards. */
export const sharedDocument = (board: Board, where: Whereabouts): string => {
  const { name, description, kind, parameters, appliesAtOnce, isWide } = board
  const { page, api, valuesBy, given } = where
  return html`<!doctype html>
<html lang="en" data-kind="${kind}" data-page="${page}" data-api="${api}" data-values-by="${valuesBy}" data-given="${JSON.stringify(given)}" data-theme="light" data-bordered="true" data-titled="true" data-downloads="true">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${sharedStyles.path}">
${sharedModules.map(({ path }) => html`<link rel="modulepreload" href="${path}">`)}
<script type="module" src="${sharedScript.path}" blocking="render"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<div class="shared${isWide && ' wide'}">
<header class="heading">
<h1 id="title" dir="auto">${name}</h1>
${description && html`<p class="description" dir="auto">${description}</p>`}
</header>
${parameterForm(parameters, appliesAtOnce)}
<main id="main" tabindex="-1">
${sections(board, where)}
</main>
<p class="unseen" role="status" data-part="status"></p>
</div>
</body>
</html>
`.text
}
