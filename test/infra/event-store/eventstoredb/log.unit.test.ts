import { expect, test } from '@jest/globals'
import { copiedMetadata } from '../../../../infra/event-store/copied.ts'
import type { RecordedEvent } from '../../../../shared/kernel/event.ts'
import { collect, idsOf, someEvent, someEvents, someStream } from '../../../support/events.ts'
import { eventStoreDbLab } from '../../../support/eventstoredb/lab.ts'

const lab = eventStoreDbLab()

const record = (type: string, metadata: object = {}) => ({
  ...someEvent(),
  type,
  contentType: 'application/json',
  data: Buffer.from('{}'),
  metadata: Buffer.from(JSON.stringify(metadata)),
})

/** Events that the server writes for itself: more than one look at the end of the log. */
const writeOwn = (count: number) =>
  lab.server.log.append(
    '$stats',
    'any',
    Array.from({ length: count }, () => record('$statsCollected')),
  )

test('the head is the newest event of ours, however many of the server come after', async () => {
  writeOwn(20)
  expect(await lab.store.head()).toBe(0n)
  const { position } = await lab.store.append(someStream(), 'no_stream', [someEvent()])
  for (const count of [1, 20, 400]) {
    writeOwn(count)
    expect(await lab.store.head()).toBe(position)
  }
})

test('a page of nothing but the server’s own is not the end of the log', async () => {
  writeOwn(1_100)
  const events = someEvents(2)
  await lab.store.append(someStream(), 'no_stream', events)
  writeOwn(1_100)
  const more = someEvents(1)
  await lab.store.append(someStream(), 'no_stream', more)
  writeOwn(10)
  expect(idsOf(await collect(lab.store.readAll()))).toEqual(idsOf([...events, ...more]))
})

test('reads begin at a place where there is no event as at any other', async () => {
  const events = someEvents(1_050)
  await lab.store.append(someStream(), 'no_stream', events)
  const all = await collect(lab.store.readAll())
  const after = (all[1_020]?.position ?? 0n) + 1n
  expect(idsOf(await collect(lab.store.readAll({ after })))).toEqual(idsOf(events.slice(1_021)))
  const head = await lab.store.head()
  expect(await collect(lab.store.readAll({ after: head + 1n }))).toEqual([])
})

test('an event is stored as JSON under its own id, with what the log needs in its metadata', async () => {
  const stream = someStream()
  const event = someEvent({ text: 'ß' })
  await lab.store.append(stream, 'no_stream', [event])
  const [stored] = lab.server.log.stream(stream)
  expect(stored).toMatchObject({ id: event.id, type: event.type, contentType: 'application/json' })
  expect(JSON.parse(String(stored?.data))).toEqual({ text: 'ß' })
  expect(JSON.parse(String(stored?.metadata))).toEqual({
    ...event.metadata,
    schemaVersion: 1,
    appendId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('a copy is told as it was first recorded', async () => {
  const stream = someStream()
  const original: RecordedEvent = {
    ...someEvent(),
    stream,
    revision: 0,
    position: 17n,
    recordedAt: '2026-01-31T09:15:00.500Z',
  }
  const copy = { ...original, metadata: copiedMetadata(original) }
  const { position } = await lab.store.append(stream, 'no_stream', [copy])
  expect(await collect(lab.store.readStream(stream))).toEqual([
    { ...original, position, originalPosition: 17n },
  ])
})

test('an event that somebody else wrote is not passed over: the log is the service’s alone', async () => {
  lab.server.log.append('order-1', 'any', [record('OrderPlaced', { tenant: 1 })])
  await expect(collect(lab.store.readAll())).rejects.toThrow(
    /^event [0-9a-f-]{36} of order-1 in EventStoreDB is not the service's$/,
  )
})
