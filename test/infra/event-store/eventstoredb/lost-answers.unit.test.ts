import { status } from '@grpc/grpc-js'
import { expect, test } from '@jest/globals'
import { collect, idsOf, someEvent, someEvents, someStream } from '../../../support/events.ts'
import { notLeader } from '../../../support/eventstoredb/faults.ts'
import { eventStoreDbLab, impatient } from '../../../support/eventstoredb/lab.ts'
import { startEventStoreDb } from '../../../support/eventstoredb/server.ts'
import { until } from '../../../support/until.ts'

const lab = eventStoreDbLab()

const unavailable = { name: 'Refusal', kind: 'unavailable' }

const ours = () => lab.server.log.all().filter(({ type }) => !type.startsWith('$'))

test.each(['reply-lost', 'ignored'] as const)(
  'an append whose first try is %s is written once',
  async (fault) => {
    const stream = someStream()
    const events = someEvents(3)
    lab.server.faults.plan('append', fault)
    const result = await lab.open(impatient).append(stream, 'no_stream', events)
    expect(result).toEqual({ status: 'ok', revision: 2, position: ours().at(-1)?.position })
    expect(idsOf(ours())).toEqual(idsOf(events))
    expect(lab.server.faults.count('append')).toBeGreaterThan(1)
    expect(lab.problems).not.toEqual([])
  },
)

test('what nobody answered is unavailable, and a duplicate when it is tried again', async () => {
  const stream = someStream()
  const events = someEvents(2)
  lab.server.faults.plan('append', 'reply-lost', 'reply-lost', 'reply-lost')
  await expect(lab.open(impatient).append(stream, 'no_stream', events)).rejects.toMatchObject(
    unavailable,
  )
  expect(await lab.store.append(stream, 'no_stream', events)).toMatchObject({
    status: 'duplicate',
    revision: 1,
  })
  expect(ours()).toHaveLength(2)
})

test('of two who append the same events at once, one has written them', async () => {
  const [here, there] = [lab.store, lab.open()]
  for (let turn = 0; turn < 5; turn += 1) {
    const stream = someStream()
    const events = someEvents(2)
    const results = await Promise.all([
      here.append(stream, 'no_stream', events),
      there.append(stream, 'no_stream', events),
    ])
    expect(results.map((it) => it.status).sort()).toEqual(['duplicate', 'ok'])
    expect(results[0].position).toBe(results[1].position)
  }
})

test('an append that lost its answer and then the race is a conflict', async () => {
  const stream = someStream()
  lab.server.faults.plan('append', 'ignored')
  const slow = lab.open({ timeouts: { append: 700 } }).append(stream, 'no_stream', [someEvent()])
  const lost = expect(slow).rejects.toMatchObject({ name: 'ConcurrencyConflict', actual: 1 })
  await lab.store.append(stream, 'no_stream', someEvents(2))
  await lost
})

test('an answer without a position is completed from the stream', async () => {
  lab.server.faults.plan('append', 'position-unknown')
  const { position } = await lab.store.append(someStream(), 'no_stream', [someEvent()])
  expect(position).toBe(await lab.store.head())
})

test('what cannot be serialised is refused before anything is sent', async () => {
  const promise = lab.store.append(someStream(), 'no_stream', [someEvent({ n: 1n })])
  await expect(promise).rejects.toMatchObject({ name: 'UnstorableEvent' })
  await expect(lab.store.append(someStream(), 'no_stream', [])).rejects.toMatchObject({
    name: 'UnstorableEvent',
  })
  expect(lab.server.faults.count('append')).toBe(0)
})

test('more than the server takes at once is said to be too large, and is not tried again', async () => {
  const events = [0, 1, 2].map(() => someEvent({ text: 'x'.repeat(400_000) }))
  await expect(lab.store.append(someStream(), 'no_stream', events)).rejects.toMatchObject({
    name: 'Refusal',
    kind: 'payload-too-large',
  })
  expect(lab.server.faults.count('append')).toBe(1)
})

test('a node that is down is unavailable, and the same append goes through once it is back', async () => {
  const stream = someStream()
  const events = someEvents(2)
  await lab.store.append(someStream(), 'no_stream', [someEvent()])
  lab.server.crash()
  await expect(lab.store.append(stream, 'no_stream', events)).rejects.toMatchObject(unavailable)
  await expect(collect(lab.store.readStream(stream))).rejects.toMatchObject(unavailable)
  await expect(lab.store.head()).rejects.toMatchObject(unavailable)
  await lab.server.restart()
  expect(await lab.store.append(stream, 'no_stream', events)).toMatchObject({ status: 'ok' })
  expect(idsOf(await collect(lab.store.readStream(stream)))).toEqual(idsOf(events))
})

test('a crash with appends under way loses none that was acknowledged', async () => {
  const appends = Array.from({ length: 20 }, () => {
    const [stream, events] = [someStream(), someEvents(2)]
    return { stream, events, done: lab.store.append(stream, 'no_stream', events) }
  })
  lab.server.crash()
  await lab.server.restart()
  const outcomes = await Promise.allSettled(appends.map(({ done }) => done))
  for (const [n, { stream, events }] of appends.entries()) {
    const recorded = idsOf(await collect(lab.store.readStream(stream)))
    if (outcomes[n]?.status === 'fulfilled') expect(recorded).toEqual(idsOf(events))
    else expect([0, 2]).toContain(recorded.length)
  }
})

test('a client whose node dies takes no append of another one along', async () => {
  const other = await startEventStoreDb()
  const store = lab.open({ url: other.url })
  try {
    lab.server.faults.plan('append', 'ignored', 'ignored', 'ignored')
    const dying = lab.store.append(someStream(), 'no_stream', [someEvent()])
    const died = expect(dying).rejects.toMatchObject(unavailable)
    const living = Array.from({ length: 20 }, () =>
      store.append(someStream(), 'no_stream', [someEvent()]),
    )
    lab.server.crash()
    expect((await Promise.all(living)).map((it) => it.status)).toEqual(Array(20).fill('ok'))
    await died
  } finally {
    other.stop()
  }
})

test('a node that follows another one is left for that at once', async () => {
  const leader = await startEventStoreDb()
  try {
    lab.server.faults.plan('append', notLeader('127.0.0.1', leader.port))
    const stream = someStream()
    expect(await lab.store.append(stream, 'no_stream', [someEvent()])).toMatchObject({
      status: 'ok',
    })
    expect(lab.server.faults.count('append')).toBe(1)
    expect(leader.log.stream(stream)).toHaveLength(1)
    expect(lab.server.log.stream(stream)).toHaveLength(0)
    leader.faults.plan('read', notLeader('127.0.0.1', lab.server.port))
    expect(await collect(lab.store.readStream(stream))).toEqual([])
  } finally {
    leader.stop()
  }
})

test('a failure that no rule is known for is cured by a new client, or passes as unavailable', async () => {
  const internal = { code: status.INTERNAL, details: 'something else' }
  lab.server.faults.plan('append', internal)
  const stream = someStream()
  await expect(lab.store.append(stream, 'no_stream', [someEvent()])).resolves.toMatchObject({
    status: 'ok',
  })
  lab.server.faults.plan('read', internal, internal, internal)
  await expect(collect(lab.store.readStream(stream))).rejects.toMatchObject(unavailable)
})

test('appends neither share a call nor ask what the server can do: both go wrong for good', async () => {
  lab.server.faults.plan('features', { code: status.INTERNAL })
  await Promise.all(
    Array.from({ length: 5 }, () => lab.store.append(someStream(), 'no_stream', [someEvent()])),
  )
  const { faults } = lab.server
  expect([faults.count('append'), faults.count('batch-append'), faults.count('features')]).toEqual([
    5, 0, 0,
  ])
})

test('a page of a replay that is not answered is asked for again', async () => {
  const { position } = await lab.store.append(someStream(), 'no_stream', someEvents(2))
  lab.server.faults.plan('read', 'ignored', { code: status.UNAVAILABLE })
  expect(await collect(lab.open(impatient).readAll({ upTo: position }))).toHaveLength(2)
})

test('all tries of what a request waits for end at one time; a failed read is asked again', async () => {
  const { faults } = lab.server
  const stream = someStream()
  await lab.store.append(stream, 'no_stream', someEvents(2))
  // However long one try may take, and however many there may be.
  const store = lab.open({ timeouts: { call: 400, append: 60_000, read: 60_000 } })
  const triesOf = async (call: 'append' | 'read', work: () => Promise<unknown>) => {
    const before = faults.count(call)
    faults.plan(call, 'ignored')
    await expect(work()).rejects.toMatchObject(unavailable)
    return faults.count(call) - before
  }
  expect(await triesOf('read', () => collect(store.readStream(stream)))).toBe(1)
  expect(await triesOf('read', () => store.head())).toBe(1)
  expect(await triesOf('append', () => store.append(stream, 1, [someEvent()]))).toBe(1)
  expect(await triesOf('read', () => store.append(stream, 1, [someEvent()]))).toBe(1)
  faults.plan('read', { code: status.UNAVAILABLE })
  expect(await collect(lab.store.readStream(stream))).toHaveLength(3)
})

test('a reading that closing cuts short does not look whole', async () => {
  const store = lab.open()
  const { faults } = lab.server
  const { position } = await store.append(someStream(), 'no_stream', [someEvent()])
  const before = faults.count('read')
  faults.plan('read', 'ignored')
  const reading = collect(store.readAll({ upTo: position }))
  const short = expect(reading).rejects.toMatchObject(unavailable)
  await until(
    async () => faults.count('read'),
    (count) => count > before,
  )
  await store.close()
  await short
})
