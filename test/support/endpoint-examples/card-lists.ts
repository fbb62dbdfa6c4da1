import * as cardLists from '../../../shared/contract/card-lists.ts'
import { saveCard } from './card.ts'
import type { Example, Examples, World } from './example.ts'

const theCard: Example['params'] = ({ cardId: id }) => ({ id })

const newChart = async (world: World) => {
  const id = await saveCard(world)
  await world.admin.put(`/api/card/${id}`, { display: 'line' })
  return { id }
}

export const cardListExamples: Examples = [
  [cardLists.listEmbeddableCards, { query: 'limit=1' }],
  [cardLists.listDashboardsOfCard, { params: theCard }],
  [cardLists.listSeriesOfCard, { params: newChart, query: 'query=a&exclude_ids=1,2' }],
  [
    cardLists.moveCards,
    { body: ({ cardId }: World) => ({ card_ids: [cardId], collection_id: null }) },
  ],
]
