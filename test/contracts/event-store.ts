import { afterAll, beforeAll, describe } from '@jest/globals'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { appendContract } from './event-store/append.ts'
import { readContract } from './event-store/read.ts'
import { storableContract } from './event-store/storable.ts'
import { subscribeContract } from './event-store/subscribe.ts'

/** A log for one suite. Other tests may write to it meanwhile, in streams of their own. */
export type EventStoreUnderTest = {
  readonly store: EventStore
  release(): Promise<void>
}

/** How a part of the contract gets at the store, which exists once its tests run. */
export type GetStore = () => EventStore

/** What every adapter of the event store owes its callers. */
export const eventStoreContract = (adapter: string, open: () => Promise<EventStoreUnderTest>) =>
  describe(`event store: ${adapter}`, () => {
    let underTest: EventStoreUnderTest | undefined
    const store: GetStore = () => {
      if (!underTest) throw new Error('the store is not open')
      return underTest.store
    }
    beforeAll(async () => {
      underTest = await open()
    })
    afterAll(async () => {
      await underTest?.store.close()
      await underTest?.release()
    })

    appendContract(store)
    storableContract(store)
    readContract(store)
    subscribeContract(store)
  })
