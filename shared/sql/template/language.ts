import { dialects } from '../dialects/index.ts'
import { jsonLexicon, type Lexicon } from '../lexicon.ts'
import { parseTemplate, type Template } from './parse.ts'
import { staysOpen } from './tokens.ts'

/** Engines without a dialect of SQL are spoken to in JSON. */
const lexiconOf = (engine: string): Lexicon => dialects.get(engine)?.lexicon ?? jsonLexicon

/** A text with its tags, in the language of this engine. */
export const templateOf = (text: string, engine: string): Template =>
  text.includes('{{') || text.includes('[[') || /[?$]/.test(text)
    ? parseTemplate(text, lexiconOf(engine))
    : { pieces: [{ kind: 'text', text }], hasTags: false }

/**
 * A text to be put into another, so that neither is read in another way than by itself: a line break
 * ends its last comment. Undefined where quotes or a comment in it have no end.
 */
export const closedText = (text: string, engine: string): string | undefined =>
  [text, `${text}\n`].find((closed) => !staysOpen(closed, lexiconOf(engine)))

/** Whether values can be put inside quotes: JSON texts are made whole again, SQL is never spliced. */
export const takesQuoted = (engine: string): boolean => !dialects.has(engine)
