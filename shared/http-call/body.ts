import { isJson } from '../kernel/json.ts'
import { invalid } from '../kernel/refusal.ts'
import { jsonLexicon, type Lexicon } from '../sql/lexicon.ts'
import { tagsIn } from '../sql/template/parse.ts'
import {
  piecesOf,
  plainLexicon,
  type Stretch,
  stretchesOf,
  textOfValue,
  type Values,
} from './stretches.ts'

type Value = Extract<Stretch, { kind: 'value' }>

/** A language in which a body can be, and how a value is written in it. */
type Language = {
  readonly lexicon: Lexicon
  readonly write: (value: Value) => string
  /** Why values have no clean place in this text, as the end of a sentence. */
  readonly problem?: (stretches: readonly Stretch[]) => string | undefined
}

const written = (stretches: readonly Stretch[], write: (value: Value) => string): string =>
  stretches.map((it) => (it.kind === 'text' ? it.text : write(it))).join('')

/**
 * With a letter for each value in quotes and `null` for every other it has to be JSON: then each has
 * a place of its own, behind no backslash and beside no digit, and no value can leave it.
 */
const brokenJson = (stretches: readonly Stretch[]): string | undefined =>
  isJson(written(stretches, ({ quoted }) => (quoted ? 'x' : 'null'))) ? undefined : 'is not JSON'

const json: Language = {
  lexicon: jsonLexicon,
  write: ({ value, quoted }) =>
    quoted ? JSON.stringify(textOfValue(value)).slice(1, -1) : JSON.stringify(value),
  problem: brokenJson,
}

const form: Language = {
  lexicon: plainLexicon,
  write: ({ value }) => encodeURIComponent(textOfValue(value)),
}

const plainText: Language = { lexicon: plainLexicon, write: ({ value }) => textOfValue(value) }

const languages: readonly (readonly [RegExp, Language])[] = [
  [/^application\/(?:[\w.-]+\+)?json$/, json],
  [/^application\/x-www-form-urlencoded$/, form],
  [/^text\/plain$/, plainText],
]

export const jsonType = 'application/json'

const languageOf = (contentType: string): Language | undefined => {
  const [type = ''] = contentType.toLowerCase().split(';')
  return languages.find(([pattern]) => pattern.test(type.trim()))?.[1]
}

/** Why this text is no template of a body, as the end of a sentence. */
export const bodyProblem = (template: string, contentType: string): string | undefined => {
  const language = languageOf(contentType)
  const { pieces, problem, hasTags } = piecesOf(template, language?.lexicon)
  if (!hasTags) return undefined
  if (!language) return 'can have tags as JSON, as a form or as plain text alone'
  if (problem !== undefined) return `cannot be read: ${problem}`
  const problemWith = (values: Values) => language.problem?.(stretchesOf(pieces, values, new Set()))
  const every = Object.fromEntries(tagsIn(pieces).map((name) => [name, name]))
  // Optional parts may stand in for one another: with all of them, or with none.
  return problemWith(every) && problemWith({})
}

/**
 * The body with these values, each as its language writes one.
 * @throws {Refusal} 400 where a template that was cut differently is JSON no more.
 */
export const fillBody = (
  template: string,
  contentType: string,
  values: Values,
  missing: Set<string>,
): string => {
  const language = languageOf(contentType)
  const { pieces, hasTags } = piecesOf(template, language?.lexicon)
  if (!language || !hasTags) return template
  const stretches = stretchesOf(pieces, values, missing)
  if (missing.size > 0) return ''
  const problem = language.problem?.(stretches)
  if (problem !== undefined) throw invalid('body', `With these values the body ${problem}.`)
  return written(stretches, language.write)
}
