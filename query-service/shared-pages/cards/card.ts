import { exportFormats } from '../../../shared/contract/dataset.ts'
import { type Html, html, named } from '../../pages/html.ts'
import type { Board, OnBoard, QuestionOnBoard, TextOnBoard, Whereabouts } from '../board.ts'
import { gridClasses } from '../layout/grid.ts'

const fileNames: Readonly<Record<(typeof exportFormats)[number], string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  json: 'JSON',
}

const pictures = { png: 'PNG picture', svg: 'SVG picture' }

const arrow = html`<svg aria-hidden="true" width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2"><path d="M12 3v12m0 0 5-5m-5 5-5-5M4 20h16"/></svg>`

/** Of several questions in one picture each has files of its own, under its name. */
const filesOf = ({ files }: QuestionOnBoard, { api }: Whereabouts): readonly Html[] =>
  files.flatMap(({ name, path }) =>
    exportFormats.map((format) => {
      const of = files.length > 1 && html` of ${named(name)}`
      return html`<li><a href="${api}${path}/${format}" data-download="${path}/${format}" download>${fileNames[format]}${of}</a></li>`
    }),
  )

const downloads = (question: QuestionOnBoard, where: Whereabouts): Html => html`
<details class="menu opens">
<summary><span class="unseen">Download ${question.name}</span>${arrow}</summary>
<ul class="panel">
${filesOf(question, where)}
${Object.entries(pictures).map(
  ([format, label]) =>
    html`<li class="of-chart"><button type="button" data-picture="${format}" data-name="${question.name}">${label}</button></li>`,
)}
</ul>
</details>`

/** Where it is with other values, and the parameters whose values are meant. */
const partOf = (path: string, slugs: readonly string[]): Html =>
  html` data-part-path="${path}" data-parameters="${slugs.map(encodeURIComponent).join(' ')}"`

const question = (
  card: OnBoard,
  content: QuestionOnBoard,
  kind: Board['kind'],
  where: Whereabouts,
): Html => {
  const { key, name, description, partPath, slugs } = content
  const titleId = kind === 'question' ? 'title' : `title-${key}`
  return html`
<article class="card question ${gridClasses(card)}" aria-labelledby="${titleId}"${partOf(partPath, slugs)}>
<div class="card-head">
${
  kind === 'dashboard' &&
  html`<h2 id="${titleId}" class="card-title" dir="auto"${description && html` title="${description}"`}>${name}</h2>`
}
<div class="tools">${downloads(content, where)}</div>
</div>
<div class="slot" aria-busy="true"><div class="skeleton" aria-hidden="true"></div><noscript><p>Charts and tables need JavaScript.</p></noscript></div>
</article>`
}

/** What speaks of no parameter stays as it stands. */
const text = (card: OnBoard, { kind, content, partPath, slugs }: TextOnBoard): Html =>
  html`<div class="card ${kind} ${gridClasses(card)}" dir="auto"${
    slugs.length > 0 && partOf(partPath, slugs)
  }>${content}</div>`

/** A card in its place. */
export const cardOn = (card: OnBoard, kind: Board['kind'], where: Whereabouts): Html =>
  card.content.kind === 'question'
    ? question(card, card.content, kind, where)
    : text(card, card.content)
