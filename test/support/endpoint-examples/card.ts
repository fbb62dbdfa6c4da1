import * as card from '../../../shared/contract/card.ts'
import type { Example, Examples, World } from './example.ts'

let named = 0
export const someCard = ({ databaseId, tableId, fieldId }: World) => {
  named += 1
  return {
    name: `Some question ${named}`,
    display: 'line',
    visualization_settings: {},
    dataset_query: {
      database: databaseId,
      type: 'query',
      query: { 'source-table': tableId, limit: 2 },
    },
    parameters: [{ id: 'which', type: 'id', target: ['dimension', ['field', fieldId, null]] }],
  }
}

/** Saves a question as the admin. */
export const saveCard = async (world: World): Promise<number> => {
  const { status, body } = await world.admin.post('/api/card', someCard(world))
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.id
}

const newCard = async (world: World) => ({ id: await saveCard(world) })
const theCard: Example['params'] = ({ cardId: id }) => ({ id })

export const cardExamples: Examples = [
  [card.listCards, { query: 'f=table&model_id=1' }],
  [card.getCard, { params: theCard, query: 'as_of=1' }],
  [card.getCardHistory, { params: theCard, query: 'limit=1' }],
  [card.getCardMetadata, { params: theCard }],
  [card.createCard, { body: someCard }],
  [card.updateCard, { params: newCard, body: () => ({ name: 'Another name' }) }],
  [card.deleteCard, { params: newCard }],
  [card.copyCard, { params: theCard, body: () => ({ name: 'The same once more' }) }],
  [card.restoreCard, { params: newCard, body: () => ({ to_version: 1 }) }],
  [card.runCard, { params: theCard, body: () => ({ parameters: [] }) }],
  [
    card.exportCard,
    {
      params: ({ cardId: id }) => ({ id, format: 'json' }),
      body: () => ({ parameters: [], format_rows: false }),
    },
  ],
]
