import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import { follow, idsOf, someEvent, someEvents, someStream } from '../../support/events.ts'
import type { GetStore } from '../event-store.ts'

export const subscribeContract = (store: GetStore) =>
  describe('subscribe', () => {
    test('catches up, then goes on live, without a gap or a repetition', async () => {
      const after = await store().head()
      const stream = someStream()
      const events = someEvents(40)
      await store().append(stream, 'no_stream', events.slice(0, 10))
      const follower = follow(store(), { after })
      for (let revision = 9; revision < 39; revision += 1)
        await store().append(stream, revision, events.slice(revision + 1, revision + 2))
      await follower.saw(40)
      await follower.stop()
      expect(idsOf(follower.seen)).toEqual(idsOf(events))
    })

    test('begins at the beginning unless told otherwise', async () => {
      await store().append(someStream(), 'no_stream', someEvents(1))
      const first = store().readAll()[Symbol.asyncIterator]()
      const follower = follow(store())
      await follower.saw(1)
      await follower.stop()
      expect(follower.seen[0]?.id).toBe((await first.next()).value.id)
    })

    test('is woken by an append of this process at once', async () => {
      const follower = follow(store(), { after: await store().head() })
      await sleep(50)
      const start = performance.now()
      await store().append(someStream(), 'no_stream', [someEvent()])
      await follower.saw(1)
      expect(performance.now() - start).toBeLessThan(900) // Not by the poll, which is 950 ms away.
      await follower.stop()
    })

    test('hands out batches no larger than asked for', async () => {
      const after = await store().head()
      const events = someEvents(25)
      await store().append(someStream(), 'no_stream', events)
      const stop = new AbortController()
      const batches: string[][] = []
      for await (const batch of store().subscribe({ after, batch: 10, signal: stop.signal })) {
        batches.push(idsOf(batch))
        if (batches.flat().length === 25) stop.abort()
      }
      expect(batches.flat()).toEqual(idsOf(events))
      for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(10)
    })

    test('waits for a slow consumer and loses nothing', async () => {
      const after = await store().head()
      const stop = new AbortController()
      const seen: string[] = []
      const consume = async () => {
        for await (const events of store().subscribe({ after, batch: 5, signal: stop.signal })) {
          await sleep(5)
          seen.push(...idsOf(events))
          if (seen.length === 60) stop.abort()
        }
      }
      const done = consume()
      const appended = someEvents(60)
      const stream = someStream()
      for (let n = 0; n < 60; n += 1)
        await store().append(stream, n === 0 ? 'no_stream' : n - 1, appended.slice(n, n + 1))
      await done
      expect(seen).toEqual(idsOf(appended))
    })

    test('serves several subscribers, each at its own place', async () => {
      const after = await store().head()
      await store().append(someStream(), 'no_stream', someEvents(5))
      const middle = await store().head()
      const followers = [follow(store(), { after }), follow(store(), { after: middle })] as const
      const last = someEvent()
      await store().append(someStream(), 'no_stream', [last])
      await Promise.all([followers[0].saw(6), followers[1].saw(1)])
      await Promise.all(followers.map((follower) => follower.stop()))
      expect(idsOf(followers[1].seen)).toEqual([last.id])
    })

    test('ends promptly when it is aborted, while it waits as well as before it begins', async () => {
      const follower = follow(store(), { after: await store().head() })
      await sleep(50)
      const start = performance.now()
      await follower.stop()
      expect(performance.now() - start).toBeLessThan(900)
      for await (const _ of store().subscribe({ signal: AbortSignal.abort() }))
        throw new Error('an aborted subscription has nothing to say')
    })

    test('may be left from inside the loop', async () => {
      const after = await store().head()
      await store().append(someStream(), 'no_stream', someEvents(3))
      const { signal } = new AbortController()
      for await (const events of store().subscribe({ after, signal })) {
        expect(events).toHaveLength(3)
        break
      }
    })
  })
