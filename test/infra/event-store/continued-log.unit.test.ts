import { beforeEach, describe, expect, test } from '@jest/globals'
import { copyInto } from '../../../infra/event-copy/copy-target.ts'
import { LogCopy } from '../../../infra/event-copy/log-copy.ts'
import { continuedLog, type Seam } from '../../../infra/event-store/continued-log.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { eventStoreContract } from '../../contracts/event-store.ts'
import { collect, follow, idsOf, someEvent, someEvents } from '../../support/events.ts'

const { signal } = new AbortController()

/** A log of seven events in three streams, and where the copy of it ends. */
const moved = async (positionsOf: (event: RecordedEvent) => bigint) => {
  const [source, store] = [memoryEventStore(), memoryEventStore()]
  await source.append('thing-1', 'no_stream', someEvents(2))
  await source.append('thing-2', 'no_stream', someEvents(3))
  await source.append('thing-1', 1, someEvents(1))
  await source.append('thing-3', 'no_stream', someEvents(1))
  const before = (await collect(source.readAll())).map((event) => ({
    ...event,
    position: positionsOf(event),
  }))
  const asked = {
    ...source,
    readAll: async function* () {
      yield* before
    },
  }
  const copy = new LogCopy({ source: asked, target: copyInto(store), signal })
  await copy.advance()
  await copy.confirm()
  const seam: Seam = { original: copy.ends.source, native: copy.ends.target }
  return { before, store, log: continuedLog(store, async () => seam) }
}

eventStoreContract('a log that goes on elsewhere', async () => ({
  store: (await moved(({ position }) => position * 1_000n)).log,
  release: async () => undefined,
}))

eventStoreContract('a log that was begun here', async () => ({
  store: continuedLog(memoryEventStore(), async () => undefined),
  release: async () => undefined,
}))

describe.each([
  ['far lower', (position: bigint) => position / 3n],
  ['far higher', (position: bigint) => position * 1_000_000n],
])('a log that goes on elsewhere, whose positions were %s than the store has them', (_, were) => {
  let before: readonly RecordedEvent[]
  let log: EventStore
  let store: EventStore
  beforeEach(async () => {
    ;({ before, log, store } = await moved(({ position }) => were(position)))
  })

  test('hands out each event as it was: position, time, and nothing of the copy', async () => {
    expect(await collect(log.readAll())).toEqual(before)
    expect(await collect(log.readStream('thing-1'))).toEqual(
      before.filter(({ stream }) => stream === 'thing-1'),
    )
    expect(await log.head()).toBe(before.at(-1)?.position)
  })

  test('goes on after each position, within what was copied and after it', async () => {
    const result = await log.append('thing-3', 0, [someEvent(), someEvent()])
    const all = await collect(log.readAll())
    expect(all).toHaveLength(9)
    expect(all.at(-1)).toMatchObject({ stream: 'thing-3', revision: 2, position: result.position })
    expect(await log.head()).toBe(result.position)
    for (const [index, { position: after }] of all.entries()) {
      const rest = all.slice(index + 1)
      expect(await collect(log.readAll({ after }))).toEqual(rest)
      expect(await collect(log.readAll({ upTo: after }))).toEqual(all.slice(0, index + 1))
      if (rest.length === 0) continue
      const follower = follow(log, { after, batch: 2 })
      await follower.saw(rest.length)
      await follower.stop()
      expect(follower.seen).toEqual(rest)
    }
    const positions = all.map(({ position }) => position)
    expect(positions).toEqual([...positions].sort((a, b) => (a < b ? -1 : 1)))
    expect(new Set(positions).size).toBe(9)
  })

  test('knows an append that was made before the move, and where readers have it', async () => {
    const again = before.filter(({ stream }) => stream === 'thing-2')
    const result = await log.append('thing-2', 'no_stream', again)
    expect(result).toMatchObject({ status: 'duplicate', revision: 2 })
    expect(result.position).toBe(before.at(-1)?.position)
    expect(idsOf(await collect(store.readAll()))).toEqual(idsOf(before))
  })
})

test('another store than the one the log was moved to is refused', async () => {
  const log = continuedLog(memoryEventStore(), async () => ({ original: 12n, native: 400n }))
  await expect(log.head()).rejects.toThrow('it is another one, or was set back')
})
