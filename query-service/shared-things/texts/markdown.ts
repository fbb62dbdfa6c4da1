import { type Html, html } from '../../pages/html.ts'
import { inline } from './inline-markdown.ts'

// What follows a mark is all there is, of whatever letters: nothing is looked for twice in a long line.
const heading = /^(#{1,6})\s+(\S.*)$/s
/** Marks behind a heading, which mean nothing. */
const closing = /(?<!\S)#+$/
const bullet = /^\s*[-*+]\s+(.*)$/s
const numbered = /^\s*\d{1,9}[.)]\s+(.*)$/s
/** A quotation within a quotation is one. */
const quote = /^(?:>\s?)+(.*)$/s
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/

const itemsOf = (lines: readonly string[], pattern: RegExp): readonly Html[] =>
  lines.map((line) => html`<li>${inline(line.match(pattern)?.[1] ?? '')}</li>`)

/** The page has h1, and its cards h2: texts begin below. */
const headingOf = (marks: number, text: string): Html => {
  const content = inline(text.trimEnd().replace(closing, '').trimEnd())
  if (marks <= 1) return html`<h3>${content}</h3>`
  return marks === 2 ? html`<h4>${content}</h4>` : html`<h5>${content}</h5>`
}

type Block = { readonly fits: RegExp; readonly make: (lines: readonly string[]) => Html }

const blocks: readonly Block[] = [
  { fits: rule, make: (lines) => html`${lines.map(() => html`<hr>`)}` },
  {
    fits: heading,
    make: (lines) =>
      html`${lines.map((line) => {
        const [, marks = '', text = ''] = line.match(heading) ?? []
        return headingOf(marks.length, text)
      })}`,
  },
  { fits: bullet, make: (lines) => html`<ul>${itemsOf(lines, bullet)}</ul>` },
  { fits: numbered, make: (lines) => html`<ol>${itemsOf(lines, numbered)}</ol>` },
  {
    fits: quote,
    make: (lines) =>
      html`<blockquote>${markdown(lines.map((line) => line.match(quote)?.[1] ?? '').join('\n'))}</blockquote>`,
  },
  {
    fits: /\S/,
    make: (lines) =>
      html`<p>${lines.map((line, at) => html`${at > 0 && html`<br>`}${inline(line)}`)}</p>`,
  },
]

const kindOf = (line: string): Block | undefined => blocks.find(({ fits }) => fits.test(line))

/** Lines that belong together: of one kind, without an empty one between. */
const runsOf = (lines: readonly string[]) => {
  const runs: { kind: Block | undefined; lines: string[] }[] = []
  for (const line of lines) {
    const kind = kindOf(line)
    const last = runs.at(-1)
    if (last && last.kind === kind) last.lines.push(line)
    else runs.push({ kind, lines: [line] })
  }
  return runs
}

/**
 * What people wrote in Markdown, as far as texts on dashboards need it. HTML in it is text, and
 * nothing in it loads anything: pictures become links.
 */
export const markdown = (text: string): Html =>
  html`${runsOf(text.split(/\r\n?|\n/)).map(({ kind, lines }) => kind?.make(lines))}`
