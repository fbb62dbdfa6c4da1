import { type Html, html } from '../../pages/html.ts'

/** Where a link may lead; anything else stays text. */
const leadsOut = /^(?:https?:\/\/|mailto:)\S+$/i

/** A line that is longer has no marks: to look for them would take too long. */
const longestLine = 4_000

type Mark = { readonly pattern: RegExp; readonly make: (found: readonly string[]) => Html }

const link = (address: string, text: Html): Html =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`

/** Text between marks: it neither begins nor ends with a space, and what is escaped ends nothing. */
const between = String.raw`((?:\\.|[^\s\\])(?:(?:\\.|[^\\])*?(?:\\.|[^\s\\]))??)`

const around = (mark: string, make: (text: string) => Html): Mark => ({
  pattern: new RegExp(`${mark}${between}${mark}`),
  make: ([, text = '']) => make(text),
})

const marks: readonly Mark[] = [
  { pattern: /\\([\\`*_[\]()<>#~!{}.+-])/, make: ([, text = '']) => html`${text}` },
  { pattern: /`([^`]+)`/, make: ([, text]) => html`<code>${text}</code>` },
  around(String.raw`\*\*`, (text) => html`<strong>${inline(text)}</strong>`),
  around('__', (text) => html`<strong>${inline(text)}</strong>`),
  around(String.raw`\*`, (text) => html`<em>${inline(text)}</em>`),
  {
    // Within a word it is a part of a name.
    pattern: new RegExp(String.raw`(?<!\w)_${between}_(?!\w)`),
    make: ([, text = '']) => html`<em>${inline(text)}</em>`,
  },
  around('~~', (text) => html`<s>${inline(text)}</s>`),
  {
    pattern: /!?\[((?:\\.|[^\]\\])*)\]\(([^\s)]+)\)/,
    make: ([whole = '', text = '', address = '']) =>
      leadsOut.test(address) ? link(address, inline(text || address)) : html`${whole}`,
  },
  {
    pattern: /\bhttps?:\/\/[^\s<>)\\]*[^\s<>)\\.,;:!?]/,
    make: ([address = '']) => link(address, html`${address}`),
  },
]

/** The mark that begins first, and of those the one that is listed first. */
const firstMark = (text: string) =>
  marks
    .flatMap(({ pattern, make }) => {
      const found = text.match(pattern)
      return found?.index === undefined ? [] : [{ found, at: found.index, make }]
    })
    .sort((a, b) => a.at - b.at)[0]

/** A line of Markdown. */
export const inline = (text: string): Html => {
  if (text.length > longestLine) return html`${text}`
  const pieces: (Html | string)[] = []
  let rest = text
  for (let mark = firstMark(rest); mark; mark = firstMark(rest)) {
    pieces.push(rest.slice(0, mark.at), mark.make([...mark.found]))
    rest = rest.slice(mark.at + mark.found[0].length)
  }
  return html`${pieces}${rest}`
}
