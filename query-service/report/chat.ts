import type { Json } from '../../shared/kernel/json.ts'
import type { ChatReport } from '../../shared/ports/reports.ts'
import type { Picture } from '../charts/picture.ts'
import { shortened } from '../charts/words.ts'
import type { QuestionAnswer } from './answers.ts'
import type { MailDocument, MailSection } from './mail/document.ts'
import { plainText } from './mail/plain-text.ts'
import { shownPivot, shownTable, tableText } from './mail/tables.ts'

/** What chats take: so many blocks, and characters in one. */
const mostBlocks = 50
/** Between the first block and the last one. */
const room = mostBlocks - 2
const mostCharacters = 2_000
const mostTitle = 150
const mostLines = 12

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** As text, which calls nobody and links nowhere; cut between characters, not inside of one. */
const escaped = (text: string, most = mostCharacters): string => {
  let written = ''
  for (const character of text) {
    const piece = entities[character] ?? character
    if (written.length + piece.length >= most) return `${written}…`
    written += piece
  }
  return written
}

const tableLines = ({ shape, data }: Picture, rows: number): string => {
  const table = shape.kind === 'pivot' ? shownPivot(shape) : shownTable(data, rows)
  const lines = tableText(table).split('\n')
  const shown = lines.slice(0, mostLines)
  const left = lines.length > shown.length ? ['…'] : []
  return [...shown, ...left].join('\n').replaceAll('`', "'")
}

/** Tables as they are, a picture by what it tells. */
const answerText = (answer: QuestionAnswer): string => {
  if (answer.kind === 'unanswered') return escaped(answer.problem)
  const { picture, rows } = answer
  const { shape, summary } = picture
  if (shape.kind === 'number' && shape.change)
    return escaped(`${shape.value}, ${shape.change.text}`)
  if (shape.kind === 'table' || shape.kind === 'pivot')
    return `\`\`\`\n${escaped(tableLines(picture, rows))}\n\`\`\``
  return escaped(summary)
}

const sectionText = (section: MailSection): string => {
  if (section.kind === 'question')
    return `*${escaped(shortened(section.name, mostTitle))}*\n${answerText(section.answer)}`
  return section.kind === 'text'
    ? escaped(plainText(section.content))
    : `*${escaped(shortened(section.name, mostTitle))}*`
}

const block = (text: string): Json => ({ type: 'section', text: { type: 'mrkdwn', text } })

/** A dashboard as a message of a chat. */
export const chatReport = ({ title, filters, sections, footer }: MailDocument): ChatReport => {
  const heading = shortened(title, mostTitle)
  const texts = [...filters.map((line) => escaped(line)), ...sections.map(sectionText)].filter(
    (it) => it !== '',
  )
  const shown = texts.slice(0, texts.length > room ? room - 1 : room)
  const left = texts.length - shown.length
  const lines = left > 0 ? [...shown, `And ${left} more on the dashboard.`] : shown
  return {
    text: [`*${escaped(heading)}*`, ...lines].join('\n\n'),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: heading } },
      ...lines.map(block),
      { type: 'context', elements: [{ type: 'mrkdwn', text: escaped(footer) }] },
    ],
  }
}
