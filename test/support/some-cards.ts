import type { CardEvent } from '../../shared/events/card.ts'
import type { Named } from '../../shared/kernel/decider.ts'

type Created = Named<CardEvent, 'CardCreated'>

/** A question on table 5 of database 2, in the root unless told otherwise. */
export const cardCreated = (cardId: number, more: Partial<Created['data']> = {}): Created => ({
  type: 'CardCreated',
  data: {
    cardId,
    name: `Card ${cardId}`,
    description: null,
    type: 'question',
    display: 'table',
    query: { database: 2, type: 'query', query: { 'source-table': 5 } },
    reads: { database: 2, table: 5, cards: [] },
    visualizationSettings: {},
    parameters: [],
    resultMetadata: null,
    cacheTtl: null,
    collectionId: null,
    creatorId: 1,
    ...more,
  },
})

export const cardChanged = (
  cardId: number,
  changes: Omit<Named<CardEvent, 'CardChanged'>['data'], 'cardId'>,
): Named<CardEvent, 'CardChanged'> => ({ type: 'CardChanged', data: { cardId, ...changes } })

export const cardMoved = (
  cardId: number,
  from: number | null,
  to: number | null,
): Named<CardEvent, 'CardMoved'> => ({ type: 'CardMoved', data: { cardId, from, to } })

export const cardDeleted = (cardId: number): Named<CardEvent, 'CardDeleted'> => ({
  type: 'CardDeleted',
  data: { cardId },
})
