import { expect, test } from '@jest/globals'
import { ensurePersonalCollection } from '../../command-service/personal-collections.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { countingIds, executorOn, losingOneAnswer, tapAppends } from '../support/command.ts'
import { collect } from '../support/events.ts'

const typesIn = async (store: EventStore) =>
  (await collect(store.readAll())).map(({ type }) => type)
const both = ['PersonalCollectionAssigned', 'CollectionCreated']

test('everybody gets one, and only one', async () => {
  const store = memoryEventStore()
  const ids = countingIds()
  for (const userId of [5, 6, 5]) await ensurePersonalCollection(executorOn(store), ids, userId)
  const made = (await collect(store.readAll({ types: ['CollectionCreated'] }))).map(
    ({ data }) => data,
  )
  expect(made).toMatchObject([
    { collectionId: 1, personalOwnerId: 5, parentId: null, name: null, access: [] },
    { collectionId: 2, personalOwnerId: 6 },
  ])
  expect(await typesIn(store)).toEqual([...both, ...both])
})

test('whoever asks at the same time gets the same', async () => {
  const store = memoryEventStore()
  const ids = countingIds()
  await Promise.all(
    Array.from({ length: 8 }, () => ensurePersonalCollection(executorOn(store), ids, 5)),
  )
  expect(await typesIn(store)).toEqual(both)
})

test.each([0, 1])('cut short before append %d, it is finished the next time', async (cut) => {
  const store = memoryEventStore()
  const ids = countingIds()
  let left = cut
  const failing = tapAppends(store, async () => {
    if (left-- <= 0) throw new Error('cut short')
  })
  await expect(ensurePersonalCollection(executorOn(failing), ids, 5)).rejects.toThrow('cut short')
  await ensurePersonalCollection(executorOn(store), ids, 5)
  expect(await typesIn(store)).toEqual(both)
})

test.each(['personal-collection-', 'collection-'])(
  'when the answer of %s was lost, too',
  async (category) => {
    const store = memoryEventStore()
    const ids = countingIds()
    const losing = losingOneAnswer(store, category)
    await expect(ensurePersonalCollection(executorOn(losing), ids, 5)).rejects.toThrow('lost')
    await ensurePersonalCollection(executorOn(losing), ids, 5)
    expect(await typesIn(store)).toEqual(both)
  },
)
