import { type Html, html } from '../../pages/html.ts'

/** Where a link may lead; anything else stays text. */
const leadsOut = /^(?:https?:\/\/|mailto:)\S+$/i

type Inline = { readonly pattern: RegExp; readonly make: (found: readonly string[]) => Html }

const link = (address: string, text: Html): Html =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`

const inlines: readonly Inline[] = [
  { pattern: /`([^`]+)`/, make: ([, text]) => html`<code>${text}</code>` },
  {
    pattern: /\*\*(\S|\S.*?\S)\*\*/,
    make: ([, text = '']) => html`<strong>${inline(text)}</strong>`,
  },
  { pattern: /__(\S|\S.*?\S)__/, make: ([, text = '']) => html`<strong>${inline(text)}</strong>` },
  { pattern: /\*(\S|\S.*?\S)\*/, make: ([, text = '']) => html`<em>${inline(text)}</em>` },
  { pattern: /\b_(\S|\S.*?\S)_\b/, make: ([, text = '']) => html`<em>${inline(text)}</em>` },
  { pattern: /~~(\S|\S.*?\S)~~/, make: ([, text = '']) => html`<s>${inline(text)}</s>` },
  {
    pattern: /!?\[([^\]]*)\]\(([^\s)]+)\)/,
    make: ([whole = '', text = '', address = '']) =>
      leadsOut.test(address) ? link(address, inline(text || address)) : html`${whole}`,
  },
  {
    pattern: /\bhttps?:\/\/[^\s<>)]*[^\s<>).,;:!?]/,
    make: ([address = '']) => link(address, html`${address}`),
  },
]

/** The mark that begins first, and of those the one that is listed first. */
const firstMark = (text: string) =>
  inlines
    .flatMap(({ pattern, make }) => {
      const found = text.match(pattern)
      return found?.index === undefined ? [] : [{ found, at: found.index, make }]
    })
    .sort((a, b) => a.at - b.at)[0]

const inline = (text: string): Html => {
  const pieces: (Html | string)[] = []
  let rest = text
  for (let mark = firstMark(rest); mark; mark = firstMark(rest)) {
    pieces.push(rest.slice(0, mark.at), mark.make([...mark.found]))
    rest = rest.slice(mark.at + mark.found[0].length)
  }
  return html`${pieces}${rest}`
}

const heading = /^(#{1,6})\s+(.+?)\s*#*$/
const bullet = /^\s*[-*+]\s+(.*)$/
const numbered = /^\s*\d{1,9}[.)]\s+(.*)$/
const quote = /^>\s?(.*)$/
const rule = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/

const itemsOf = (lines: readonly string[], pattern: RegExp): readonly Html[] =>
  lines.map((line) => html`<li>${inline(line.match(pattern)?.[1] ?? '')}</li>`)

/** The page has h1, and its cards h2: texts begin below. */
const headingOf = (marks: number, text: string): Html => {
  const content = inline(text)
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
