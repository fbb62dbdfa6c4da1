import type { CardContent } from '../events/card.ts'
import type { Json } from '../kernel/json.ts'
import { invalid } from '../kernel/refusal.ts'
import type { CardType } from './card-type.ts'
import { tagParameters } from './tag-parameters.ts'

type Query = CardContent['query']

/** One clause may stand without a list around it. */
const clausesIn = (aggregation: Json | undefined): number => {
  if (!Array.isArray(aggregation)) return 0
  return typeof aggregation[0] === 'string' ? 1 : aggregation.length
}

const aggregationsOf = ({ type, query }: Query): number =>
  type === 'query' && typeof query === 'object' && query !== null && !Array.isArray(query)
    ? clausesIn(query.aggregation)
    : 0

/** Why a query cannot be this to people. */
const problems: { readonly [T in CardType]: (query: Query) => string | undefined } = {
  question: () => undefined,
  model: (query) =>
    tagParameters(query).length > 0
      ? 'A model cannot have tags that take values: whoever builds on it could give none.'
      : undefined,
  metric: (query) =>
    aggregationsOf(query) === 1
      ? undefined
      : 'A metric is a structured query with exactly one aggregation.',
}

/** @throws {Refusal} 400 */
export const refuseUnfitType = ({ type, query }: Pick<CardContent, 'type' | 'query'>): void => {
  const problem = problems[type](query)
  if (problem) throw invalid('type', problem)
}
