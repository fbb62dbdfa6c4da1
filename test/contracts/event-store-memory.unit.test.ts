import { expect, test } from '@jest/globals'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import { collect, someEvent, someEvents, someStream } from '../support/events.ts'
import { eventStoreContract } from './event-store.ts'

eventStoreContract('memory', async () => ({
  store: memoryEventStore(),
  release: async () => undefined,
}))

test('leaves gaps between positions, as real logs do', async () => {
  const store = memoryEventStore()
  await store.append(someStream(), 'no_stream', someEvents(3))
  const positions = (await collect(store.readAll())).map(({ position }) => position)
  expect(positions).toEqual([3n, 6n, 9n])
})

test('records an event once, whatever the stream', async () => {
  const store = memoryEventStore()
  const event = someEvent()
  await store.append(someStream(), 'no_stream', [event])
  await expect(store.append(someStream(), 'no_stream', [event])).rejects.toMatchObject({
    name: 'UnstorableEvent',
  })
})

test('an empty log has its head at 0', async () => {
  expect(await memoryEventStore().head()).toBe(0n)
})

test('closing ends the subscriptions', async () => {
  const store = memoryEventStore()
  const { signal } = new AbortController()
  const ended = collect(store.subscribe({ signal }))
  await store.close()
  expect(await ended).toEqual([])
})
