import { type Html, html } from '../../pages/html.ts'

/** Where a link may lead; anything else stays text. */
const leadsOut = /^(?:https?:\/\/|mailto:)\S+$/i

/** A line that is longer has no marks: to look for them would take too long. */
const longestLine = 4_000

/** What stands between marks, with the marks in it. */
type Write = (text: string) => Html

/** `pattern` goes on from where it is told to. */
type Mark = {
  readonly pattern: RegExp
  readonly make: (found: readonly string[], write: Write) => Html
}

const link = (address: string, text: Html): Html =>
  html`<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`

/** Text between marks: it neither begins nor ends with a space, and what is escaped ends nothing. */
const between = String.raw`((?:\\.|[^\s\\])(?:(?:\\.|[^\\])*?(?:\\.|[^\s\\]))??)`

const around = (mark: string, make: (inner: Html) => Html): Mark => ({
  pattern: new RegExp(`${mark}${between}${mark}`, 'g'),
  make: ([, text = ''], write) => make(write(text)),
})

const styles: readonly Mark[] = [
  { pattern: /\\([!-/:-@[-`{-~])/g, make: ([, text = '']) => html`${text}` },
  { pattern: /`([^`]+)`/g, make: ([, text]) => html`<code>${text}</code>` },
  around(String.raw`\*\*`, (inner) => html`<strong>${inner}</strong>`),
  around('__', (inner) => html`<strong>${inner}</strong>`),
  around(String.raw`\*`, (inner) => html`<em>${inner}</em>`),
  {
    // Within a word it is a part of a name.
    pattern: new RegExp(String.raw`(?<!\w)_${between}_(?!\w)`, 'g'),
    make: ([, text = ''], write) => html`<em>${write(text)}</em>`,
  },
  around('~~', (inner) => html`<s>${inner}</s>`),
]

/** No link stands within another one. */
const linkText = (text: string, address: string): Html =>
  text === '' || text === address ? html`${address}` : written(text, styles)

const links: readonly Mark[] = [
  {
    pattern: /!?\[((?:\\.|[^[\]\\])*)\]\(([^\s)]+)\)/g,
    make: ([whole = '', text = '', address = '']) =>
      leadsOut.test(address) ? link(address, linkText(text, address)) : html`${whole}`,
  },
  {
    pattern: /\bhttps?:\/\/[^\s<>)\\]*[^\s<>)\\.,;:!?]/g,
    make: ([address = '']) => link(address, html`${address}`),
  },
]

type Found = { readonly found: RegExpExecArray; readonly make: Mark['make'] }

/** Where a mark is for the first time from a place on. */
const findFrom = ({ pattern, make }: Mark, text: string, from: number): Found | undefined => {
  const search = new RegExp(pattern)
  search.lastIndex = from
  const found = search.exec(text)
  return found ? { found, make } : undefined
}

/**
 * The marks of a text, one after the other: of those that begin at the same place the one that is
 * listed first. What is known to be ahead is not looked for again.
 */
function* marksIn(text: string, marks: readonly Mark[]): Generator<Found> {
  let ahead = marks.map((mark) => findFrom(mark, text, 0))
  for (;;) {
    const first = ahead.reduce((a, b) => (b && (!a || b.found.index < a.found.index) ? b : a))
    if (!first) return
    yield first
    const end = first.found.index + first.found[0].length
    ahead = ahead.map((one, at) => {
      const mark = marks[at]
      return one && mark && one.found.index < end ? findFrom(mark, text, end) : one
    })
  }
}

const written = (text: string, marks: readonly Mark[]): Html => {
  if (text.length > longestLine) return html`${text}`
  const pieces: (Html | string)[] = []
  let done = 0
  for (const { found, make } of marksIn(text, marks)) {
    pieces.push(
      text.slice(done, found.index),
      make([...found], (inner) => written(inner, marks)),
    )
    done = found.index + found[0].length
  }
  return html`${pieces}${text.slice(done)}`
}

const marks = [...styles, ...links]

/** A line of Markdown. */
export const inline = (text: string): Html => written(text, marks)
