import { describe, expect, test } from '@jest/globals'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { collect, idsOf, someEvent, someEvents, someStream } from '../../support/events.ts'
import type { GetStore } from '../event-store.ts'

const isSorted = (values: readonly (bigint | string)[], strictly: boolean): boolean =>
  values.every((value, index) => {
    const before = values[index - 1]
    return before === undefined || (strictly ? before < value : before <= value)
  })

const positionsOf = (events: readonly RecordedEvent[]): bigint[] =>
  events.map(({ position }) => position)

export const readContract = (store: GetStore) => {
  describe('readStream', () => {
    test('is empty when there is no such stream', async () => {
      expect(await collect(store().readStream(someStream()))).toEqual([])
    })

    test('answers one stream, oldest first, from a revision on', async () => {
      const stream = someStream()
      const events = someEvents(5)
      await store().append(stream, 'no_stream', events)
      await store().append(`${stream}0`, 'no_stream', someEvents(1))
      expect(idsOf(await collect(store().readStream(stream)))).toEqual(idsOf(events))
      const rest = await collect(store().readStream(stream, { from: 3 }))
      expect(rest.map(({ revision }) => revision)).toEqual([3, 4])
      expect(await collect(store().readStream(stream, { from: 5 }))).toEqual([])
    })

    test('answers long streams whole', async () => {
      const stream = someStream()
      for (let revision = -1; revision < 2_499; revision += 500)
        await store().append(stream, revision < 0 ? 'no_stream' : revision, someEvents(500))
      const events = await collect(store().readStream(stream))
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index))
      expect(events).toHaveLength(2_500)
    })

    test('may be left early', async () => {
      const stream = someStream()
      await store().append(stream, 'no_stream', someEvents(3))
      for await (const { revision } of store().readStream(stream)) {
        expect(revision).toBe(0)
        break
      }
    })
  })

  describe('readAll', () => {
    test('answers every stream in the order of the appends', async () => {
      const after = await store().head()
      const appended = []
      for (let turn = 0; turn < 5; turn += 1) {
        const events = someEvents(3)
        await store().append(someStream(), 'no_stream', events)
        appended.push(...events)
      }
      const events = await collect(store().readAll({ after }))
      expect(idsOf(events)).toEqual(idsOf(appended))
      expect(isSorted(positionsOf(events), true)).toBe(true)
      expect(events.at(-1)?.position).toBe(await store().head())
    })

    test('resumes after any position it answered, and ends at upTo', async () => {
      const start = await store().head()
      await store().append(someStream(), 'no_stream', someEvents(6))
      const events = await collect(store().readAll({ after: start }))
      for (const [index, { position }] of events.entries()) {
        const rest = await collect(store().readAll({ after: position }))
        expect(idsOf(rest)).toEqual(idsOf(events.slice(index + 1)))
        const until = await collect(store().readAll({ after: start, upTo: position }))
        expect(idsOf(until)).toEqual(idsOf(events.slice(0, index + 1)))
      }
    })

    test('ends at the head it began with', async () => {
      const after = await store().head()
      await store().append(someStream(), 'no_stream', someEvents(2))
      let seen = 0
      for await (const _ of store().readAll({ after })) {
        seen += 1
        await store().append(someStream(), 'no_stream', [someEvent()])
      }
      expect(seen).toBe(2)
    })

    test('answers long logs whole, in any size of step', async () => {
      const after = await store().head()
      const stream = someStream()
      for (const expected of ['no_stream', 999, 1_999] as const)
        await store().append(stream, expected, someEvents(1_000))
      const events = await collect(store().readAll({ after }))
      expect(events.map(({ revision }) => revision)).toEqual(events.map((_, index) => index))
      expect(events).toHaveLength(3_000)
    })

    test('answers the types asked for and passes over the others, however many', async () => {
      const after = await store().head()
      const type = 'SomethingRare'
      const stream = someStream()
      const rare = [someEvent({ n: 0 }, type), someEvent({ n: 1 }, type), someEvent({ n: 2 }, type)]
      const [first, second, third] = rare
      // More than one page of others lies between.
      await store().append(stream, 'no_stream', first ? [first, ...someEvents(999)] : [])
      await store().append(stream, 999, someEvents(1_000))
      await store().append(stream, 1_999, second && third ? [second, someEvent(), third] : [])
      await store().append(someStream(), 'no_stream', someEvents(3))
      const read = async (options: { after?: bigint; upTo?: bigint } = {}) =>
        collect(store().readAll({ after, types: [type], ...options }))

      const found = await read()
      expect(idsOf(found)).toEqual(idsOf(rare))
      expect(found.map(({ revision }) => revision)).toEqual([0, 2_000, 2_002])
      const [one, two] = positionsOf(found)
      expect(idsOf(await read({ after: one ?? 0n }))).toEqual(idsOf(rare.slice(1)))
      expect(idsOf(await read({ upTo: two ?? 0n }))).toEqual(idsOf(rare.slice(0, 2)))
      expect(await read({ after: two ?? 0n, upTo: two ?? 0n })).toEqual([])
      expect(await collect(store().readAll({ after, types: [] }))).toEqual([])
      expect(await collect(store().readAll({ after, types: ['NeverHappened'] }))).toEqual([])
      const both = await collect(store().readAll({ after, types: [type, 'SomethingHappened'] }))
      expect(both).toHaveLength(3 + 1_999 + 1 + 3)
      expect(isSorted(positionsOf(both), true)).toBe(true)
    })

    test('answers more events of a type than one step holds', async () => {
      const after = await store().head()
      const stream = someStream()
      const types = ['SomethingCommon']
      const events = Array.from({ length: 2_500 }, (_, n) => someEvent({ n }, types[0]))
      await store().append(stream, 'no_stream', events.slice(0, 1_000))
      await store().append(stream, 999, events.slice(1_000, 2_000))
      await store().append(stream, 1_999, events.slice(2_000))
      expect(idsOf(await collect(store().readAll({ after, types })))).toEqual(idsOf(events))
    })

    test('throws when it is aborted: half a log is not a log', async () => {
      const stop = new AbortController()
      await store().append(someStream(), 'no_stream', someEvents(2))
      const read = async () => {
        for await (const _ of store().readAll({ signal: stop.signal })) stop.abort()
      }
      await expect(read()).rejects.toMatchObject({ name: 'AbortError' })
    })

    test('tells when events were recorded: UTC, never going back', async () => {
      const before = new Date().toISOString()
      const after = await store().head()
      for (let turn = 0; turn < 20; turn += 1)
        await store().append(someStream(), 'no_stream', someEvents(2))
      const times = (await collect(store().readAll({ after }))).map(({ recordedAt }) => recordedAt)
      for (const time of times) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(isSorted(times, false)).toBe(true)
      expect(String(times.at(-1)) >= before).toBe(true)
    })
  })
}
