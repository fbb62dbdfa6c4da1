import { isMap } from '../../../../shared/kernel/raw.ts'
import type { Filter, TextMatch } from '../ast/filter.ts'
import {
  type At,
  argumentAt,
  type Clause,
  checkArity,
  readKeys,
  readText,
  refuse,
  spendValues,
} from './clause.ts'
import { readSubject } from './expression.ts'

const readCaseSensitive = (options: unknown, at: At): boolean => {
  const sensitive = readKeys(options, at).get('case-sensitive') ?? true
  if (typeof sensitive !== 'boolean') throw refuse(at, '"case-sensitive" is true or false.')
  return sensitive
}

/** Options stand last behind one text, and first before many. */
const match =
  (how: TextMatch, negated = false) =>
  (clause: Clause): Filter => {
    const { head, args, at } = clause
    const index = isMap(args[0]) ? 0 : isMap(args.at(-1)) ? args.length - 1 : -1
    const caseSensitive = index < 0 || readCaseSensitive(args[index], argumentAt(at, index))
    const rest = args.filter((_, place) => place !== index)
    checkArity({ head, args: rest, at }, 2, Number.POSITIVE_INFINITY)
    spendValues(at, rest.length)
    const [subject, ...texts] = rest
    return {
      kind: 'match',
      match: how,
      negated,
      subject: readSubject(subject, argumentAt(at, index === 0 ? 1 : 0)),
      texts: texts.map((text) => readText(text, at)),
      caseSensitive,
      path: at.path,
    }
  }

/** Conditions that look for a text in a text. */
export const matchReaders: ReadonlyMap<string, (clause: Clause) => Filter> = new Map([
  ['starts-with', match('starts-with')],
  ['ends-with', match('ends-with')],
  ['contains', match('contains')],
  ['does-not-contain', match('contains', true)],
])
