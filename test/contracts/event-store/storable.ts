import { describe, expect, test } from '@jest/globals'
import type { NewEvent } from '../../../shared/kernel/event.ts'
import { maxEventBytes } from '../../../shared/ports/event-store.ts'
import { collect, someEvent, someStream } from '../../support/events.ts'
import type { GetStore } from '../event-store.ts'

const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
const twin = someEvent()

const withRequestId = (requestId: string): NewEvent['metadata'] => ({
  ...someEvent().metadata,
  requestId,
})

const withStoresOwn = Object.assign({ appendId: 'mine' }, someEvent().metadata)

const unstorable: readonly (readonly [string, readonly NewEvent[]])[] = [
  ['no event at all', []],
  ['U+0000 in a value', [someEvent({ text: 'a\u0000b' })]],
  ['U+0000 in a key', [someEvent({ 'a\u0000b': 1 })]],
  ['a lone high surrogate', [someEvent({ text: '\ud83d' })]],
  ['a lone low surrogate', [someEvent(['\ude00'])]],
  ['a lone surrogate in metadata', [{ ...someEvent(), metadata: withRequestId('\ud83d') }]],
  ['a type with U+0000', [someEvent({}, 'Some\u0000thing')]],
  ['a type without letters', [someEvent({}, '')]],
  ['a type of the store itself', [someEvent({}, '$metadata')]],
  ['metadata of the store itself', [{ ...someEvent(), metadata: withStoresOwn }]],
  ['a bigint', [someEvent({ n: 1n })]],
  ['NaN', [someEvent({ n: Number.NaN })]],
  ['a Date', [someEvent({ at: new Date(0) })]],
  ['undefined inside an array', [someEvent([undefined])]],
  ['no data', [someEvent(null), { ...someEvent(), data: undefined }]],
  ['deep nesting', [someEvent(nested(1_000))]],
  ['an id that is no UUID', [{ ...someEvent(), id: '1' }]],
  ['one id twice', [twin, twin]],
  ['more bytes than fit', [someEvent({ text: 'ä'.repeat(maxEventBytes / 2) })]],
]

const roundTrips: readonly (readonly [string, unknown])[] = [
  ['text', ['', ' ', 'naïve', '日本語', '😀', 'e\u0301', '\u202e', '"quoted" \\ back\nline\ttab']],
  ['control characters', ['\u0001\u001f\u007f\u2028\ufeff\uffff']],
  ['numbers', [0, -1, 0.1, 1e21, 1e-7, 5e-324, 1.7976931348623157e308, 2 ** 53]],
  ['bare values', null],
  ['nesting', { a: { b: [{ c: null }, [], {}, true] }, nested: nested(150) }],
  ['strange keys', { '': 1, ' ': 2, 'a.b': 3, __proto__x: 4, 'ключ 😀': 5 }],
  ['a large text', 'x'.repeat(maxEventBytes - 1_000)],
]

export const storableContract = (store: GetStore) =>
  describe('what can be stored', () => {
    test.each(unstorable)('refuses %s', async (_, events) => {
      const stream = someStream()
      const before = await store().head()
      await expect(store().append(stream, 'no_stream', events)).rejects.toMatchObject({
        name: 'UnstorableEvent',
      })
      expect(await store().head()).toBe(before)
    })

    test.each(['', 'thing-\u0000', 'thing-\ud83d', '$streams', 'x'.repeat(256)])(
      'refuses a stream named %j',
      async (stream) => {
        await expect(store().append(stream, 'no_stream', [someEvent()])).rejects.toMatchObject({
          name: 'UnstorableEvent',
        })
      },
    )

    test.each(roundTrips)('gives back %s unchanged', async (_, data) => {
      const stream = someStream()
      const event = { ...someEvent(data), metadata: withRequestId('ß 😀') }
      await store().append(stream, 'no_stream', [event])
      const [recorded] = await collect(store().readStream(stream))
      expect(recorded).toMatchObject({ ...event, stream, revision: 0 })
      expect(recorded?.data).toStrictEqual(data)
    })

    test('keeps what was appended, not the object it came in', async () => {
      const stream = someStream()
      const data = { list: [1] }
      await store().append(stream, 'no_stream', [someEvent(data)])
      data.list.push(2)
      const [recorded] = await collect(store().readStream(stream))
      expect(recorded?.data).toEqual({ list: [1] })
    })

    test('takes names in any script and case', async () => {
      const streams = ['Thing-ä', 'thing-Ä', 'thing-日本', "thing-'; drop table events; --"]
      for (const stream of streams) {
        const name = `${stream}${someStream()}`
        await store().append(name, 'no_stream', [someEvent({}, 'Ereignis „größer“')])
        const [recorded] = await collect(store().readStream(name))
        expect(recorded).toMatchObject({ stream: name, type: 'Ereignis „größer“' })
      }
    })
  })
