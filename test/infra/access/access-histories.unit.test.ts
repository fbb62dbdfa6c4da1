import { beforeEach, describe, expect, test } from '@jest/globals'
import { accessHistories } from '../../../infra/access/access-histories.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { EventStore, ReadAllOptions } from '../../../shared/ports/event-store.ts'
import { someEvent, someStream } from '../../support/events.ts'

let store: EventStore
beforeEach(() => {
  store = memoryEventStore()
})

let nextId = 100
/** Appends a group that the history must know from then on; answers its id. */
const newGroup = async (): Promise<number> => {
  nextId += 1
  const groupId = nextId
  const created = someEvent({ groupId, name: `Group ${groupId}` }, 'GroupCreated')
  await store.append(someStream('group'), 'no_stream', [created])
  return groupId
}

type Log = Pick<EventStore, 'head' | 'readAll'>

/** The store with something happening before each event it answers. */
const watched = (before: (read: number, event: number) => Promise<void> | void): Log => {
  let reads = 0
  return {
    head: () => store.head(),
    async *readAll(options?: ReadAllOptions) {
      reads += 1
      let events = 0
      for await (const event of store.readAll(options)) {
        events += 1
        await before(reads, events)
        yield event
      }
    },
  }
}

describe('the history in memory', () => {
  test('holds the whole log when it is first asked for, and what came since later', async () => {
    const early = [await newGroup(), await newGroup()]
    const histories = accessHistories(store)
    expect((await histories.current()).at().groupIds()).toEqual(early)
    const late = await newGroup()
    await store.append(someStream(), 'no_stream', [someEvent()])
    const history = await histories.current()
    expect(history.at().groupIds()).toEqual([...early, late])
    expect(history.position).toBe(await store.head())
  })

  test('reads each event once', async () => {
    let seen = 0
    const histories = accessHistories(
      watched(() => {
        seen += 1
      }),
    )
    for (let turn = 0; turn < 5; turn += 1) {
      await newGroup()
      await Promise.all([histories.current(), histories.current()])
    }
    expect(seen).toBe(5)
    expect((await histories.current()).ledger.moments).toHaveLength(5)
  })

  test('is never stale: what was appended before it was asked for is in it', async () => {
    // Each event that is read lets others append and ask: some while a read is under way.
    const asks: Promise<void>[] = []
    const histories = accessHistories(
      watched(async (_, event) => {
        if (asks.length >= 40 || event % 2 === 0) return
        const id = await newGroup()
        asks.push(
          histories.current().then((history) => {
            expect(history.at().groupName(id)).toBe(`Group ${id}`)
          }),
        )
      }),
    )
    for (let turn = 0; turn < 10; turn += 1) {
      const id = await newGroup()
      expect((await histories.current()).at().groupName(id)).toBe(`Group ${id}`)
    }
    // Those that wait for an answer let others ask: the list grows while it is walked.
    for (const ask of asks) await ask
    expect(asks.length).toBe(40)
  })

  test('goes on where it was after the store was away, and loses nothing', async () => {
    const ids = [await newGroup(), await newGroup(), await newGroup()]
    const away = new Refusal('unavailable', 'The log is away.')
    const histories = accessHistories(
      watched((read, event) => {
        if (read <= 2 && event === 2) throw away
      }),
    )
    const first = await Promise.allSettled([histories.current(), histories.current()])
    expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    ids.push(await newGroup())
    await expect(histories.current()).rejects.toBe(away)
    const history = await histories.current()
    expect(history.at().groupIds()).toEqual(ids)
    expect(history.ledger.moments).toHaveLength(ids.length)
  })

  test('fails while the store cannot tell its head, and only so long', async () => {
    const id = await newGroup()
    let isAway = true
    const histories = accessHistories({
      readAll: (options) => store.readAll(options),
      head: async () => {
        if (isAway) throw new Error('no head')
        return store.head()
      },
    })
    await expect(histories.current()).rejects.toThrow('no head')
    isAway = false
    expect((await histories.current()).at().groupIds()).toEqual([id])
  })
})
