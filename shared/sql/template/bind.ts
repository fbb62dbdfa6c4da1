import { invalid } from '../../kernel/refusal.ts'
import type { CompiledQuery } from '../../ports/engine-driver.ts'
import type { Dialect } from '../dialect.ts'
import { foreignSql } from '../fragment.ts'
import { print } from '../print.ts'
import { type FillOptions, fillTemplate, type Place, type TemplatePart } from './fill.ts'
import type { GivenParameter } from './given.ts'
import { lowerParts, lowerValues } from './lower.ts'
import type { NativeQuery } from './native-query.ts'

type Values = Extract<TemplatePart, { kind: 'values' }>

/** What stands around a tag that is a list by itself: `IN (…)`, `ARRAY[…]` */
const lists: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/\bin\s*\(\s*$/i, /^\s*\)/],
  [/\barray\s*\[\s*$/i, /^\s*\]/],
]

/**
 * Several values anywhere else would be columns or arguments that the author of a statement has not
 * spoken of.
 * @throws {Refusal} 400
 */
const refuseSpreading = (parts: readonly TemplatePart[]): void => {
  const textAt = (at: number) => (parts[at]?.kind === 'text' ? parts[at].text : '')
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'values' || part.values.length < 2) continue
    const isList = lists.some(
      ([before, after]) => before.test(textAt(at - 1)) && after.test(textAt(at + 1)),
    )
    if (!isList) throw invalid('parameters', 'Several values can stand in IN (…) alone: give one.')
  }
}

/** Far more than anybody writes. */
const mostParts = 20_000

const spender = () => {
  let left = mostParts
  return (count: number, path: string): void => {
    left -= count
    if (left < 0) throw invalid(path, 'This query is too large.')
  }
}

/**
 * SQL that somebody wrote with a value bound for each of its tags, ready to run. Only values and
 * snippets can stand in it: it may write, where columns and saved questions are nothing to put.
 * @throws {QueryProblem} `invalid-query`, `missing-required-parameter`
 * @throws {Refusal} 400 for a value that does not fit its tag, and for a query that is too large
 */
export const bindTemplate = (
  native: NativeQuery,
  parameters: readonly GivenParameter[],
  dialect: Dialect,
  { snippet, ...options }: FillOptions & Pick<Place<never>, 'snippet'> = {},
): CompiledQuery => {
  const place: Place<never> = { engine: dialect.engine, fillers: {}, snippet, spend: spender() }
  const parts = fillTemplate<never>(native, parameters, place, options)
  refuseSpreading(parts)
  const lower = ({ values }: Values) => lowerValues(values, dialect)
  return print(foreignSql(lowerParts<Values>(parts, lower)), dialect)
}
