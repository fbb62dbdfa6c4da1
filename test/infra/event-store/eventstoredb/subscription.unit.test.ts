import { setTimeout as sleep } from 'node:timers/promises'
import { status } from '@grpc/grpc-js'
import { expect, test } from '@jest/globals'
import type { EventStore } from '../../../../shared/ports/event-store.ts'
import { follow, idsOf, someEvent, someEvents, someStream } from '../../../support/events.ts'
import { eventStoreDbLab } from '../../../support/eventstoredb/lab.ts'
import { until } from '../../../support/until.ts'

const lab = eventStoreDbLab()

const appendTo = (store: EventStore) => async (count: number) => {
  const events = someEvents(count)
  await store.append(someStream(), 'no_stream', events)
  return idsOf(events)
}

/** Events that the server writes for itself. */
const writeOwn = (count: number) =>
  lab.server.log.append(
    '$streams',
    'any',
    Array.from({ length: count }, () => ({
      ...someEvent(),
      type: '$metadata',
      contentType: 'application/json',
      data: Buffer.from('{}'),
      metadata: Buffer.from('{}'),
    })),
  )

test('goes on over crashes of the server, without a gap or a repetition', async () => {
  const append = appendTo(lab.store)
  const follower = follow(lab.store)
  const appended = await append(30)
  await follower.saw(30)
  for (let crash = 0; crash < 2; crash += 1) {
    lab.server.crash()
    await lab.server.restart()
    appended.push(...(await append(5)))
    await follower.saw(appended.length)
  }
  await follower.stop()
  expect(idsOf(follower.seen)).toEqual(appended)
  expect(lab.problems).not.toEqual([])
})

test('waits for a server that is away when it begins, and stops while it waits', async () => {
  const appended = await appendTo(lab.store)(3)
  lab.server.crash()
  const [patient, gone] = [follow(lab.store), follow(lab.store)]
  await until(
    async () => lab.problems.length,
    (problems) => problems > 2,
  )
  await gone.stop()
  await lab.server.restart()
  await patient.saw(3, 10_000)
  await patient.stop()
  expect(idsOf(patient.seen)).toEqual(appended)
})

test('is begun anew when it stays behind without a word', async () => {
  const store = lab.open({ timeouts: { subscription: 100 } })
  const append = appendTo(store)
  const appended = await append(2)
  const follower = follow(store)
  await follower.saw(2)
  lab.server.faults.stallSubscriptions()
  appended.push(...(await append(3)))
  await follower.saw(5)
  await follower.stop()
  expect(idsOf(follower.seen)).toEqual(appended)
  expect(lab.problems).toContainEqual(
    expect.objectContaining({ message: 'no event within 100 ms, though there are some' }),
  )
})

test('is left alone while its reader takes its time, or while there is nothing to tell', async () => {
  const store = lab.open({ timeouts: { subscription: 50 } })
  const { starts } = lab.server.faults
  const appended = await appendTo(store)(6)
  const stop = new AbortController()
  const seen: string[] = []
  for await (const events of store.subscribe({ batch: 2, signal: stop.signal })) {
    const begun = starts.length
    await sleep(200)
    expect(starts).toHaveLength(begun)
    seen.push(...idsOf(events))
    if (seen.length === 6) stop.abort()
  }
  expect(seen).toEqual(appended)
  writeOwn(3)
  const before = starts.length
  const follower = follow(store, { after: await store.head() })
  await until(
    async () => starts.length,
    (count) => count > before,
  )
  await sleep(200)
  await follower.stop()
  expect(starts).toHaveLength(before + 1)
})

test('resumes after what it passed over, not only after what it told', async () => {
  await appendTo(lab.store)(1)
  const told = await lab.store.head()
  const follower = follow(lab.store)
  await follower.saw(1)
  writeOwn(600)
  const resumed = async () => {
    lab.server.crash()
    await lab.server.restart()
    await sleep(50)
    return Number(lab.server.faults.starts.at(-1))
  }
  await until(resumed, (start) => start > told)
  await follower.stop()
  expect(lab.server.faults.starts[0]).toBe(0n)
})

test('never tells of the events of the server itself', async () => {
  const append = appendTo(lab.store)
  const follower = follow(lab.store)
  writeOwn(10)
  const appended = await append(2)
  writeOwn(1)
  appended.push(...(await append(2)))
  await follower.saw(4)
  await follower.stop()
  expect(idsOf(follower.seen)).toEqual(appended)
})

test('begins at a place where there is no event as at any other', async () => {
  const appended = await appendTo(lab.store)(4)
  const positions = lab.server.log
    .all()
    .flatMap(({ type, position }) => (type.startsWith('$') ? [] : [position]))
  const follower = follow(lab.store, { after: (positions[1] ?? 0n) + 1n })
  await follower.saw(2)
  await follower.stop()
  expect(idsOf(follower.seen)).toEqual(appended.slice(2))
})

test('a refusal of the server is tried again as well', async () => {
  const appended = await appendTo(lab.store)(1)
  lab.server.faults.plan('read', { code: status.PERMISSION_DENIED }, { code: status.INTERNAL })
  const follower = follow(lab.store)
  await follower.saw(1)
  await follower.stop()
  expect(idsOf(follower.seen)).toEqual(appended)
})
