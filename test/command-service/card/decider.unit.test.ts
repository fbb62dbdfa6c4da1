import { describe, test } from '@jest/globals'
import { cardDecider } from '../../../command-service/card/decider.ts'
import type { CardParts } from '../../../shared/cards/card-state.ts'
import { givenFor } from '../../support/given.ts'
import { cardChanged, cardCreated, cardDeleted, cardMoved } from '../../support/some-cards.ts'

const given = givenFor(cardDecider)
const change = (wishes: CardParts) => ({ type: 'ChangeCard', data: { cardId: 7, wishes } }) as const
const restore = (toVersion: number) =>
  ({ type: 'RestoreCard', data: { cardId: 7, toVersion } }) as const
const remove = { type: 'DeleteCard', data: { cardId: 7 } } as const

describe('a saved question', () => {
  test('is made once', () => {
    const { data } = cardCreated(7)
    given().when({ type: 'CreateCard', data }).then(cardCreated(7))
    given(cardCreated(7)).when({ type: 'CreateCard', data }).then()
  })

  test('records what differs, and nothing when nothing does', () => {
    const { query, name } = cardCreated(7).data
    const same = { query: { query: { 'source-table': 5 }, type: 'query', database: 2 } }
    given(cardCreated(7))
      .when(change({ name, query, parameters: [] }))
      .then()
    given(cardCreated(7)).when(change(same)).then()
    given(cardCreated(7))
      .when(change({ name, description: 'Of May', cacheTtl: undefined }))
      .then(cardChanged(7, { description: 'Of May' }))
    given(cardCreated(7), cardChanged(7, { description: 'Of May' }))
      .when(change({ description: null, archived: true }))
      .then(cardChanged(7, { description: null, archived: true }))
  })

  test('moves and is embedded by facts of their own', () => {
    const embedding = { cardId: 7, enabled: true, parameters: { id: 'locked' } }
    given(cardCreated(7))
      .when(
        change({
          name: 'New',
          collectionId: 3,
          enableEmbedding: true,
          embeddingParams: { id: 'locked' },
        }),
      )
      .then(cardChanged(7, { name: 'New' }), cardMoved(7, null, 3), {
        type: 'CardEmbeddingChanged',
        data: embedding,
      })
    given(cardCreated(7), { type: 'CardEmbeddingChanged', data: embedding })
      .when(change({ collectionId: null, enableEmbedding: false }))
      .then({ type: 'CardEmbeddingChanged', data: { ...embedding, enabled: false } })
  })

  test('that is not there, or no longer, cannot be changed', () => {
    for (const history of [[], [cardCreated(7), cardDeleted(7)]])
      for (const command of [change({ name: 'New' }), restore(1), remove])
        given(...history)
          .when(command)
          .thenRefuses('not-found')
    given(cardCreated(7)).when(remove).then(cardDeleted(7))
  })
})

test('what was looked at for its rights is what is changed', () => {
  const { cardId, ...data } = cardCreated(7).data
  const examined = { ...data, archived: false, enableEmbedding: false, embeddingParams: null }
  const asked = { parameters: [{ id: 'p', type: 'category' }] }
  const over = (wishes: CardParts) =>
    ({ type: 'ChangeCard', data: { cardId: 7, wishes, examined } }) as const
  given(cardCreated(7)).when(over(asked)).then(cardChanged(7, asked))
  const others = cardChanged(7, { query: { ...data.query, database: 9 } })
  given(cardCreated(7), others).when(over(asked)).thenRefuses('conflict')
  given(cardCreated(7), others)
    .when(over({ query: data.query }))
    .thenRefuses('conflict')
  given(cardCreated(7), others)
    .when({ type: 'RestoreCard', data: { cardId: 7, toVersion: 1, examined } })
    .thenRefuses('conflict')
  given(cardCreated(7), others)
    .when(over({ name: 'New', parameters: [] }))
    .then(cardChanged(7, { name: 'New' }))
  given(cardCreated(7), cardChanged(7, { name: 'Theirs' }))
    .when(over(asked))
    .then(cardChanged(7, asked))
})

describe('a version', () => {
  const history = [
    cardCreated(7),
    cardChanged(7, { name: 'Second', display: 'bar' }),
    cardMoved(7, null, 3),
    cardChanged(7, { name: 'Fourth', archived: true }),
  ]

  test('brings back its content, and neither the place nor the shelf', () => {
    given(...history)
      .when(restore(1))
      .then(cardChanged(7, { name: 'Card 7', display: 'table', restoredTo: 1 }))
    given(...history)
      .when(restore(3))
      .then(cardChanged(7, { name: 'Second', restoredTo: 3 }))
  })

  test('that holds what is so already brings nothing', () => {
    given(...history)
      .when(restore(4))
      .then()
  })

  test('has to be one there was', () => {
    for (const version of [0, 5])
      given(...history)
        .when(restore(version))
        .thenRefuses('validation')
  })
})

describe('what a question may be called', () => {
  const { query: structured } = cardCreated(7).data
  const sql = (tags: object) =>
    JSON.parse(JSON.stringify({ type: 'native', native: { query: '', 'template-tags': tags } }))
  const counting = (aggregation: unknown) =>
    JSON.parse(JSON.stringify({ ...structured, query: { 'source-table': 5, aggregation } }))
  const create = (more: Parameters<typeof cardCreated>[1]) =>
    given().when({ type: 'CreateCard', data: cardCreated(7, more).data })

  test('a model, unless its SQL takes values', () => {
    const model = { type: 'model' as const }
    given(cardCreated(7)).when(change(model)).then(cardChanged(7, model))
    given(cardCreated(7, model))
      .when(change({ type: 'question' }))
      .then(cardChanged(7, { type: 'question' }))
    const free = sql({ 'snippet: x': { type: 'snippet' }, '#3': { type: 'card' } })
    const asking = sql({ city: { type: 'text' } })
    create({ ...model, query: free }).then(cardCreated(7, { ...model, query: free }))
    create({ ...model, query: asking }).thenRefuses('validation')
    given(cardCreated(7, model))
      .when(change({ query: asking }))
      .thenRefuses('validation')
    given(cardCreated(7, { query: asking }))
      .when(change(model))
      .thenRefuses('validation')
    given(cardCreated(7, { query: asking }))
      .when(change({ name: 'Of a city' }))
      .then(cardChanged(7, { name: 'Of a city' }))
  })

  test('a metric, where it is one figure', () => {
    const metric = { type: 'metric' as const }
    for (const aggregation of [['count'], [['count']], [['sum', ['field', 1, null]]]]) {
      const query = counting(aggregation)
      create({ ...metric, query }).then(cardCreated(7, { ...metric, query }))
    }
    for (const query of [structured, sql({}), counting([['count'], ['count']]), counting([])])
      create({ ...metric, query }).thenRefuses('validation')
  })
})
