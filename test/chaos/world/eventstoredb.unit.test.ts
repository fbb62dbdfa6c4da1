import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { eventStoreDb } from '../../../infra/event-store/eventstoredb/event-store.ts'
import { collect, someEvent, someEvents, someStream } from '../../support/events.ts'
import { type EventStoreDbServer, startEventStoreDb } from '../../support/eventstoredb/server.ts'
import { givenEventStoreDb } from './eventstoredb.ts'
import { eventsInEventStoreDb } from './eventstoredb-events.ts'

let server: EventStoreDbServer

beforeEach(async () => {
  server = await startEventStoreDb()
})
afterEach(() => server.stop())

test('a node that is given must be one, and empty', async () => {
  const { url } = server
  expect((await givenEventStoreDb(url)).url).toBe(url)
  for (const many of ['esdb://a:2113,b:2113', 'esdb+discover://a:2113', 'esdb://a', ''])
    await expect(givenEventStoreDb(many)).rejects.toThrow('must be one node')
  const store = eventStoreDb({ url })
  const { position } = await store.append(someStream(), 'no_stream', [someEvent()])
  await store.close()
  await expect(givenEventStoreDb(url)).rejects.toThrow(
    `not empty: its newest event is at ${position}`,
  )
})

test('the log as its own client gives it is the log as the service reads it', async () => {
  const store = eventStoreDb({ url: server.url })
  const [one, other] = [someStream(), someStream()]
  await store.append(one, 'no_stream', someEvents(3))
  await store.append(other, 'no_stream', someEvents(2))
  await store.append(one, 2, someEvents(1))
  const read = await collect(store.readAll())
  await store.close()
  expect(read).toHaveLength(6)
  expect(await eventsInEventStoreDb(server.url)).toEqual(read)
})
