import type { CardState } from '../../shared/cards/card-state.ts'
import { type DatasetQuery, datasetQuery } from '../../shared/contract/dataset.ts'
import { canonicalJson } from '../../shared/kernel/json.ts'
import { askedBy } from './content.ts'

export const queryOf = ({ query }: Pick<CardState, 'query'>): DatasetQuery =>
  datasetQuery.parse(query)

export const isSameQuery = (card: CardState, query: DatasetQuery): boolean =>
  canonicalJson(card.query) === canonicalJson(query)

/** Whether a question asks, and can be made to ask, just that. */
export const isSame = (card: CardState, asks: DatasetQuery): boolean =>
  canonicalJson(askedBy(queryOf(card), card.parameters)) === canonicalJson(asks)
