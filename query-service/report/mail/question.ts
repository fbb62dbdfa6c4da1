import type { Picture } from '../../charts/picture.ts'
import { type Html, html } from '../../pages/html.ts'
import { pictureWidth, type QuestionAnswer } from '../answers.ts'
import { styles } from './styles.ts'
import { type ShownTable, shownPivot, shownTable, tableHtml, tableText } from './tables.ts'

/** A question as it stands in a mail, for those who see HTML and for those who read text. */
export type QuestionSection = {
  readonly name: string
  readonly answer: QuestionAnswer
  /** Names the picture that is attached. */
  readonly cid: string | undefined
}

const tableIn = ({ shape, data }: Picture, rows: number): ShownTable =>
  shape.kind === 'pivot' ? shownPivot(shape) : shownTable(data, rows)

const dim = (text: string): Html => html`<p style="${styles.dim}">${text}</p>`

/** A meter holds one number, which need not shout. */
const meterWidth = 320

const pictured = ({ summary, shape }: Picture, cid: string): Html => {
  const width = shape.kind === 'chart' ? pictureWidth : meterWidth
  const style = `${styles.picture};max-width:${width}px`
  return html`<img src="cid:${cid}" alt="${summary}" width="${width}" style="${style}">`
}

const numberHtml = ({ shape }: Picture): Html | undefined =>
  shape.kind === 'number'
    ? html`<p style="${styles.value}">${shape.value}</p>
${shape.caption !== undefined && dim(shape.caption)}
${shape.change && dim(shape.change.text)}`
    : undefined

const bodyHtml = ({ answer, cid }: QuestionSection): Html => {
  if (answer.kind === 'unanswered') return dim(answer.problem)
  const { picture, rows } = answer
  if (picture.shape.kind === 'empty') return dim('No results.')
  if (cid !== undefined) return html`${pictured(picture, cid)}${picture.notes.map(dim)}`
  const number = numberHtml(picture)
  if (number) return html`${number}${picture.notes.map(dim)}`
  const table = tableIn(picture, rows)
  return html`${tableHtml(table)}${[...picture.notes, ...table.notes].map(dim)}`
}

export const questionHtml = (section: QuestionSection): Html => html`
<h3 style="${styles.question}" dir="auto">${section.name}</h3>
${bodyHtml(section)}
`

const bodyText = ({ answer }: QuestionSection): readonly string[] => {
  if (answer.kind === 'unanswered') return [answer.problem]
  const { picture, rows } = answer
  const { shape, summary, notes } = picture
  if (shape.kind === 'empty') return [summary]
  if (shape.kind === 'number')
    return [...(shape.change ? [`${shape.value}, ${shape.change.text}`] : [shape.value]), ...notes]
  const table = tableIn(picture, rows)
  return [summary, tableText(table), ...notes, ...table.notes]
}

export const questionText = (section: QuestionSection): string =>
  [section.name, ...bodyText(section)].join('\n')
