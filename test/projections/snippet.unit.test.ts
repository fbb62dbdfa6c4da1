import { expect, test } from '@jest/globals'
import { snippetProjection } from '../../projections/snippet.ts'
import type { DomainEvent } from '../../shared/events/index.ts'
import { snippets } from '../../shared/views/snippet.ts'
import { projected } from '../support/memory-tables.ts'
import { at } from '../support/recorded.ts'
import { snippetChanged, snippetCreated } from '../support/some-snippets.ts'

const shown = (...history: readonly DomainEvent[]) =>
  projected([snippetProjection], ...history).rows(snippets)

const row = {
  id: 4,
  name: 'Snippet 4',
  content: 'total > 100',
  description: null,
  collection_id: null,
  archived: false,
  creator_id: 1,
  version: 1,
  created_at: at(1),
  updated_at: at(1),
}

test('a snippet is shown as it was made, and as it was changed since', () => {
  expect(shown(snippetCreated(4))).toEqual([row])
  const changes = { name: 'large', content: 'total > 1000', description: 'Large ones' }
  expect(
    shown(snippetCreated(4), snippetChanged(4, { ...changes, collectionId: 3, archived: true })),
  ).toEqual([
    { ...row, ...changes, collection_id: 3, archived: true, version: 2, updated_at: at(2) },
  ])
})

test('a snippet stays when its collection goes: queries use it', () => {
  const deleted: DomainEvent = {
    type: 'CollectionDeleted',
    data: { collectionId: 3, cascade: [5] },
  }
  const history = [
    snippetCreated(4, { collectionId: 3 }),
    snippetCreated(6, { collectionId: 5 }),
    snippetCreated(7, { collectionId: 8 }),
  ]
  const places = shown(...history, deleted).map(({ id, collection_id }) => [id, collection_id])
  expect(places).toEqual([
    [4, null],
    [6, null],
    [7, 8],
  ])
})
