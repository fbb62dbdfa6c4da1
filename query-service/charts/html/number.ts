import { type Html, html } from '../../pages/html.ts'
import type { NumberShape } from '../picture.ts'

const arrows = { up: '▲', down: '▼', same: '●' } as const

/** One number, large; the arrow only repeats what the words beside it say. */
export const numberFigure = ({ value, caption, change }: NumberShape): Html => html`
<p class="value">${value}</p>
${caption !== undefined && html`<p class="of">${caption}</p>`}
${
  change &&
  html`<p class="change ${change.direction}"><span aria-hidden="true">${arrows[change.direction]}</span> ${change.text}</p>`
}`
