import * as cardLists from '../../../shared/contract/card-lists.ts'
import type { Example, Examples, World } from './example.ts'

const theCard: Example['params'] = ({ cardId: id }) => ({ id })

export const cardListExamples: Examples = [
  [cardLists.listEmbeddableCards, { query: 'limit=1' }],
  [cardLists.listDashboardsOfCard, { params: theCard }],
  [cardLists.listSeriesOfCard, { params: theCard, query: 'query=a&exclude_ids=1,2' }],
  [
    cardLists.moveCards,
    { body: ({ cardId }: World) => ({ card_ids: [cardId], collection_id: null }) },
  ],
]
