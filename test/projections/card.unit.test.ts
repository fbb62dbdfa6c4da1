import { describe, expect, test } from '@jest/globals'
import { cardProjection } from '../../projections/card.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { cards } from '../../shared/views/card.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'
import { cardChanged, cardCreated, cardDeleted, cardMoved } from '../support/some-cards.ts'

const shown = (...history: readonly DomainEvent[]) =>
  projected([cardProjection], ...history).rows(cards)
const ids = (...history: readonly DomainEvent[]) => shown(...history).map(({ id }) => id)

describe('a saved question', () => {
  const row = {
    id: 7,
    name: 'Card 7',
    description: null,
    type: 'question',
    display: 'table',
    dataset_query: { database: 2, type: 'query', query: { 'source-table': 5 } },
    database_id: 2,
    table_id: 5,
    source_card_ids: [],
    visualization_settings: {},
    parameters: [],
    result_metadata: null,
    cache_ttl: null,
    collection_id: null,
    creator_id: 1,
    archived: false,
    enable_embedding: false,
    embedding_params: null,
    version: 1,
    created_at: at(1),
    updated_at: at(1),
  }

  test('is shown as it was made, and as it was changed since', () => {
    expect(shown(cardCreated(7))).toEqual([row])
    const changes = { description: 'Of May', reads: { database: 2, table: null, cards: [4] } }
    expect(shown(cardCreated(7), cardChanged(7, { ...changes, archived: true }))).toEqual([
      {
        ...row,
        description: 'Of May',
        table_id: null,
        source_card_ids: [4],
        archived: true,
        version: 2,
        updated_at: at(2),
      },
    ])
    const embedding = { cardId: 7, enabled: true, parameters: { id: 'locked' } }
    expect(
      shown(cardCreated(7), cardMoved(7, null, 3), {
        type: 'CardEmbeddingChanged',
        data: embedding,
      }),
    ).toEqual([
      {
        ...row,
        collection_id: 3,
        enable_embedding: true,
        embedding_params: { id: 'locked' },
        version: 3,
        updated_at: at(3),
      },
    ])
  })

  test('goes when it is deleted, and with its collection or database', () => {
    const history = [
      cardCreated(7),
      cardCreated(8, { collectionId: 3 }),
      cardCreated(9, { collectionId: 4 }),
      cardCreated(10, { reads: { database: 6, table: null, cards: [] } }),
    ]
    expect(ids(...history, cardDeleted(7))).toEqual([10, 8, 9])
    const deleted = { collectionId: 3, cascade: [4] }
    expect(ids(...history, { type: 'CollectionDeleted', data: deleted })).toEqual([10, 7])
    expect(ids(...history, { type: 'DatabaseDeleted', data: { databaseId: 6 } })).toEqual([7, 8, 9])
    const moved = cardMoved(8, 3, null)
    expect(ids(...history, moved, { type: 'CollectionDeleted', data: deleted })).toEqual([10, 7, 8])
  })
})
