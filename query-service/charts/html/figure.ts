import { Html, html, named } from '../../pages/html.ts'
import type { Picture, Shape } from '../picture.ts'
import { colors } from '../themes.ts'
import { gaugeSvg, progressSvg } from './drawn.ts'
import { numberFigure } from './number.ts'
import { pivotTable } from './pivot.ts'
import { dataTable } from './table.ts'

/** What only a renderer can draw comes in drawn, as SVG that was made inert. */
type Drawn = string | undefined

type Bodies = {
  readonly [K in Shape['kind']]: (
    shape: Extract<Shape, { kind: K }>,
    picture: Picture,
    drawn: Drawn,
  ) => Html
}

const asTable = (picture: Picture): Html => html`
<details class="as-table"><summary>Show as table</summary>
${dataTable(picture.data, picture.title)}
</details>`

const bodies: Bodies = {
  table: (_, picture) => dataTable(picture.data, picture.title),
  empty: () => html`<p class="empty">No results.</p>`,
  number: (shape) => numberFigure(shape),
  gauge: (shape, { theme, title }) => gaugeSvg(shape, colors[theme], title),
  progress: (shape, { theme, title }) => progressSvg(shape, colors[theme], title),
  pivot: (shape, { title }) => pivotTable(shape, title),
  chart: (_, picture, drawn) => html`${new Html(drawn ?? '')}${asTable(picture)}`,
}

const bodyOf = <K extends Shape['kind']>(
  shape: Extract<Shape, { kind: K }>,
  picture: Picture,
  drawn: Drawn,
): Html => (bodies[shape.kind] as Bodies[K])(shape, picture, drawn)

/** A picture as a part of a page; how it looks is said by `chartStyles`. */
export const figure = (picture: Picture, drawn?: string): Html => {
  const { title, summary, notes, theme, shape } = picture
  return html`<figure class="picture ${shape.kind} ${theme}">
<figcaption><span class="title">${named(title)}</span> <span class="unseen">${summary}</span></figcaption>
${bodyOf(shape, picture, drawn)}
${notes.map((note) => html`<p class="note">${note}</p>`)}
</figure>
`
}
