/** A stretch of a statement that is no code. */
export type Span = {
  readonly kind: 'quoted' | 'comment'
  /** How it begins, as a piece of a regular expression without groups that capture. */
  readonly opening: string
  /** Where it ends, given where its content begins; the end of the text where it never does. */
  readonly end: (text: string, from: number, opening: string) => number
}

/** How an engine reads the text of a statement: enough to tell code from what is not. */
export type Lexicon = {
  /** The first that fits is the one. */
  readonly spans: readonly Span[]
  /** What stands for a value in code, as a piece of a regular expression; none where empty. */
  readonly placeholder: string
}

const until =
  (closing: string): Span['end'] =>
  (text, from) => {
    const found = text.indexOf(closing, from)
    return found < 0 ? text.length : found + closing.length
  }

/** A backslash takes the next character with it. */
const untilBare = (quote: "'" | '"'): Span['end'] => {
  const sign = quote === "'" ? /[\\']/g : /[\\"]/g
  return (text, from) => {
    sign.lastIndex = from
    for (let at = sign.exec(text); at; at = sign.exec(text)) {
      if (at[0] === quote) return at.index + 1
      sign.lastIndex = at.index + 2
    }
    return text.length
  }
}

/** Comments inside a comment have ends of their own. */
const untilOutermost: Span['end'] = (text, from) => {
  const edge = /\/\*|\*\//g
  edge.lastIndex = from
  let depth = 1
  for (let at = edge.exec(text); at; at = edge.exec(text)) {
    depth += at[0] === '/*' ? 1 : -1
    if (depth === 0) return edge.lastIndex
  }
  return text.length
}

const untilLineEnd: Span['end'] = (text, from) => {
  const end = /[\n\r]/g
  end.lastIndex = from
  return end.exec(text)?.index ?? text.length
}

const quoted = (opening: string, end: Span['end'] = until(opening)): Span => ({
  kind: 'quoted',
  opening,
  end,
})

const comment = (opening: string, end: Span['end']): Span => ({ kind: 'comment', opening, end })

const dashes = comment('--', untilLineEnd)
const nested = comment('\\/\\*', untilOutermost)

/** Letters of names are those of any alphabet: whatever is beyond ASCII. */
const beyondAscii = '\\u0080-\\uffff'
/** What follows begins something new, and does not go on with a name. */
const afresh = `(?<![\\w$${beyondAscii}])`
const numbered = `${afresh}\\$\\d+`

const untilSame: Span['end'] = (text, from, opening) => until(opening)(text, from, opening)
const tagged = `${afresh}\\$(?:[A-Za-z_${beyondAscii}][\\w${beyondAscii}]*)?\\$`

export const postgresLexicon: Lexicon = {
  spans: [
    quoted(`${afresh}[eE]'`, untilBare("'")),
    quoted("'"),
    quoted('"'),
    quoted(tagged, untilSame),
    dashes,
    nested,
  ],
  placeholder: numbered,
}

/** What is behind `//` is a comment, and dollars quote without a name between them. */
export const h2Lexicon: Lexicon = {
  spans: [
    quoted("'"),
    quoted('"'),
    quoted('`'),
    quoted(`${afresh}\\$\\$`, until('$$')),
    dashes,
    comment('\\/\\/', untilLineEnd),
    nested,
  ],
  placeholder: `\\?|${numbered}`,
}

/** Backslashes as by default; where a server's mode takes them for themselves, it will say so. */
export const mysqlLexicon: Lexicon = {
  spans: [
    quoted("'", untilBare("'")),
    quoted('"', untilBare('"')),
    quoted('`'),
    // Without a blank behind them they take away twice.
    comment('--(?=[\\x00-\\x20\\x7f]|$)', untilLineEnd),
    comment('#', untilLineEnd),
    comment('\\/\\*', until('*/')),
  ],
  placeholder: '\\?',
}

/** Texts are all there is to JSON that may hold a bracket. */
export const jsonLexicon: Lexicon = { spans: [quoted('"', untilBare('"'))], placeholder: '' }
