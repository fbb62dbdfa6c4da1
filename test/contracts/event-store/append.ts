import { describe, expect, test } from '@jest/globals'
import { collect, follow, idsOf, someEvent, someEvents, someStream } from '../../support/events.ts'
import type { GetStore } from '../event-store.ts'

export const appendContract = (store: GetStore) =>
  describe('append', () => {
    test('begins a stream at revision 0', async () => {
      const result = await store().append(someStream(), 'no_stream', [someEvent()])
      expect(result).toEqual({ status: 'ok', revision: 0, position: await store().head() })
    })

    test('goes on at the revision that is expected', async () => {
      const stream = someStream()
      const first = await store().append(stream, 'no_stream', someEvents(2))
      const second = await store().append(stream, first.revision, someEvents(3))
      expect([first.revision, second.revision]).toEqual([1, 4])
      expect(second.position).toBeGreaterThan(first.position)
    })

    test.each([
      ['no_stream', 1],
      [0, 1],
      [2, 1],
    ] as const)('refuses to append at %s to a stream at %s', async (expected, actual) => {
      const stream = someStream()
      await store().append(stream, 'no_stream', someEvents(2))
      await expect(store().append(stream, expected, [someEvent()])).rejects.toMatchObject({
        name: 'ConcurrencyConflict',
        stream,
        expected,
        actual,
      })
    })

    test('refuses a revision of a stream that does not exist', async () => {
      const stream = someStream()
      await expect(store().append(stream, 0, [someEvent()])).rejects.toMatchObject({
        name: 'ConcurrencyConflict',
        actual: 'no_stream',
      })
      expect(await collect(store().readStream(stream))).toEqual([])
    })

    test('refuses a revision that is none', async () => {
      for (const expected of [-1, 0.5, Number.NaN])
        await expect(store().append(someStream(), expected, [someEvent()])).rejects.toThrow(
          RangeError,
        )
    })

    test('writes all events of a call or none', async () => {
      const stream = someStream()
      const [good, bad] = [someEvent(), someEvent({ text: '\u0000' })]
      await expect(store().append(stream, 'no_stream', [good, bad])).rejects.toThrow()
      await store().append(stream, 'no_stream', someEvents(1))
      await expect(store().append(stream, 'no_stream', someEvents(3))).rejects.toThrow()
      expect(await collect(store().readStream(stream))).toHaveLength(1)
    })

    test('lets exactly one of many racers win each revision', async () => {
      const stream = someStream()
      await store().append(stream, 'no_stream', [someEvent()])
      for (const revision of [0, 1, 2, 3]) {
        const racers = Array.from({ length: 16 }, () =>
          store().append(stream, revision, [someEvent()]),
        )
        const outcomes = await Promise.allSettled(racers)
        const lost = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason] : []))
        expect(lost).toHaveLength(15)
        for (const reason of lost) expect(reason).toMatchObject({ actual: revision + 1 })
      }
      const events = await collect(store().readStream(stream))
      expect(events.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4])
    })

    test('keeps what 8 append at once: all of it, each once, in an order all readers share', async () => {
      const after = await store().head()
      const follower = follow(store(), { after })
      const writers = Array.from({ length: 8 }, () => ({
        stream: someStream(),
        events: someEvents(25),
      }))
      await Promise.all(
        writers.map(async ({ stream, events }) => {
          for (const [n, event] of events.entries())
            await store().append(stream, n === 0 ? 'no_stream' : n - 1, [event])
        }),
      )
      await follower.saw(200)
      await follower.stop()
      const log = await collect(store().readAll({ after }))
      expect(idsOf(follower.seen)).toEqual(idsOf(log))
      expect(log).toHaveLength(200)
      for (const { stream, events } of writers)
        expect(idsOf(log.filter((it) => it.stream === stream))).toEqual(idsOf(events))
    })

    repeatContract(store)
  })

const repeatContract = (store: GetStore) =>
  describe('the same append again', () => {
    test('is a duplicate, with the answer of the first', async () => {
      const stream = someStream()
      const [begin, more] = [someEvents(2), someEvents(3)]
      const first = await store().append(stream, 'no_stream', begin)
      const second = await store().append(stream, 1, more)
      expect(await store().append(stream, 'no_stream', begin)).toEqual({
        ...first,
        status: 'duplicate',
      })
      expect(await store().append(stream, 1, more)).toEqual({ ...second, status: 'duplicate' })
      const recorded = await collect(store().readStream(stream))
      expect(idsOf(recorded)).toEqual(idsOf([...begin, ...more]))
    })

    test('is the first one for one of many who make it at once, and a duplicate for the others', async () => {
      const stream = someStream()
      const events = someEvents(2)
      const results = await Promise.all(
        Array.from({ length: 8 }, () => store().append(stream, 'no_stream', events)),
      )
      expect(results.filter(({ status }) => status === 'ok')).toHaveLength(1)
      expect(new Set(results.map(({ position }) => position)).size).toBe(1)
      expect(await collect(store().readStream(stream))).toHaveLength(2)
    })

    test('is a duplicate after other events followed', async () => {
      const stream = someStream()
      const events = someEvents(2)
      const first = await store().append(stream, 'no_stream', events)
      await store().append(stream, 1, someEvents(5))
      const again = await store().append(stream, 'no_stream', events)
      expect(again).toEqual({ ...first, status: 'duplicate' })
    })

    test('is a conflict with other ids', async () => {
      const stream = someStream()
      const event = someEvent()
      await store().append(stream, 'no_stream', [event])
      await expect(
        store().append(stream, 'no_stream', [{ ...event, id: someEvent().id }]),
      ).rejects.toMatchObject({ name: 'ConcurrencyConflict', actual: 0 })
    })

    test.each([
      ['more', 0, 4],
      ['later', 1, 3],
      ['reordered', 0, 0],
    ])('is a conflict when it holds %s events than are there', async (how, from, to) => {
      const stream = someStream()
      const events = someEvents(4)
      await store().append(stream, 'no_stream', events.slice(0, 3))
      const repeated = how === 'reordered' ? events.slice(0, 3).reverse() : events.slice(from, to)
      await expect(store().append(stream, 'no_stream', repeated)).rejects.toMatchObject({
        name: 'ConcurrencyConflict',
        expected: 'no_stream',
        actual: 2,
      })
      expect(await collect(store().readStream(stream))).toHaveLength(3)
    })

    test('at another revision is a conflict', async () => {
      const stream = someStream()
      const events = someEvents(2)
      await store().append(stream, 'no_stream', events)
      await expect(store().append(stream, 0, events)).rejects.toMatchObject({ actual: 1 })
    })
  })
