import { quoted, skipped, type Token, type TokenRule, tokensBy, upperCase } from '../sql-tokens.ts'

/** Text outside quotes that H2 may read otherwise than we do, or that keeps its parser busy for ever. */
export const unclear: Token = 'unclear'

/** All that H2 takes for a blank up to the space. Of other blanks some make its parser loop. */
const blank = /[\0- ]+/y
const lineComment = /(?:--|\/\/)[^\r\n]*/y
/** Comments nest: one that holds another is left to `commentOpening`. */
const flatComment = /\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//y
const commentOpening = /\/\*/y
const plainQuotes = /'[^']*(?:'|$)/y
const dollarQuotes = /\$\$[\s\S]*?(?:\$\$|$)/y
/** A name spelled in escapes would have to be read to be known. */
const escapedName = /U&"/iy
const quotedName = /"[^"]*(?:"|$)|`[^`]*(?:`|$)/y
/** Two dollars behind a word are part of it; behind a number they begin a text. */
const dollarWord = /[\p{L}\p{N}\p{M}_$]+\$\$/uy
const word = /[\p{L}\p{N}\p{M}_$]+/uy
const strange = /[^!-~]/uy

/** Names in quotes are names still, of functions as well as of columns; signs in quotes are none. */
const nameIn = (text: string): Token => {
  const name = text.replace(/^["`]|["`]$/g, '')
  return /^\w+$/.test(name) ? name.toUpperCase() : quoted
}

const isUnclear = () => unclear

const rules: readonly TokenRule[] = [
  [blank, skipped],
  [lineComment, skipped],
  [flatComment, skipped],
  [commentOpening, isUnclear],
  [plainQuotes, () => quoted],
  [dollarQuotes, () => quoted],
  [escapedName, isUnclear],
  [quotedName, nameIn],
  [dollarWord, isUnclear],
  [word, upperCase],
  [strange, isUnclear],
]

export const tokensOf = (sql: string): readonly Token[] => [...tokensBy(rules, sql)]
