import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import {
  changeTree,
  decideTreeChange,
  type TreeChange,
} from '../../../command-service/collection/change-tree.ts'
import { accessHistories } from '../../../infra/access/access-histories.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import type { DomainEvent } from '../../../shared/events/index.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { executorOn, tapAppends } from '../../support/command.ts'
import { collect, someEvent } from '../../support/events.ts'
import {
  collectionsRevised,
  created,
  livingHistory,
  people,
} from '../../support/some-collections.ts'

const write = [{ group: 3, level: 'write' as const }]
const read = [{ group: 3, level: 'read' as const }]

/** 10 holds 11, 20 stands beside; group 3, which is user 2, may write on all of them. */
const shelves = [
  ...people,
  created(10, { access: write }),
  created(11, { parentId: 10, access: write }),
  created(20, { access: write }),
]

const storeWith = async (events: readonly DomainEvent[]): Promise<EventStore> => {
  const store = memoryEventStore()
  for (const [index, { type, data }] of events.entries())
    await store.append(`some-${index}`, 'no_stream', [someEvent(data, type)])
  return store
}

const refusalOf = (userId: number, id: number, change: TreeChange, ...more: DomainEvent[]) => {
  try {
    decideTreeChange(livingHistory(...shelves, ...more).state(), userId, id, change)
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.kind : error
  }
}

const closedRoot = collectionsRevised(1, [
  { group: 1, collection: 'root', from: 'write', to: 'read' },
])

describe('who may change the tree', () => {
  test('needs to write on the collection', () => {
    for (const change of [{ parentId: 20 }, { archived: true }, { deleted: true } as const, {}]) {
      expect(refusalOf(3, 10, change)).toBe('forbidden')
      expect(refusalOf(3, 99, change)).toBe('not-found')
    }
    expect(refusalOf(2, 10, { archived: true })).toBeUndefined()
  })

  test('needs to write on all that is inside', () => {
    const hidden = created(12, { parentId: 11, access: read })
    expect(refusalOf(2, 10, { archived: true }, hidden)).toBe('forbidden')
    expect(refusalOf(2, 10, { parentId: 20 }, hidden)).toBe('forbidden')
    expect(refusalOf(1, 10, { parentId: 20 }, hidden)).toBeUndefined()
    expect(refusalOf(2, 10, { archived: false, parentId: null }, hidden)).toBeUndefined()
  })

  test('needs to write on the new parent', () => {
    expect(refusalOf(2, 11, { parentId: null })).toBeUndefined()
    expect(refusalOf(2, 11, { parentId: null }, closedRoot)).toBe('forbidden')
    expect(refusalOf(2, 11, { parentId: 30 }, created(30, { access: read }))).toBe('forbidden')
    expect(refusalOf(2, 11, { parentId: 3 })).toBe('forbidden')
    expect(refusalOf(2, 11, { parentId: 99 })).toBe('not-found')
  })

  test('has all of that in a personal collection of their own', () => {
    expect(refusalOf(2, 11, { parentId: 2 })).toBeUndefined()
    const mine = created(12, { parentId: 2 })
    expect(refusalOf(2, 12, { archived: true }, mine)).toBeUndefined()
    expect(refusalOf(3, 12, { archived: true }, mine)).toBe('forbidden')
  })

  test('has nothing left in somebody else’s, whatever was said before', () => {
    const moved: DomainEvent = {
      type: 'CollectionMoved',
      data: { collectionId: 11, from: 10, to: 3, cascade: [], access: [] },
    }
    expect(refusalOf(2, 11, { parentId: 20 }, moved)).toBe('forbidden')
  })
})

test('what comes out of a personal collection may be used as its new parent may', () => {
  const life = livingHistory(
    ...shelves,
    created(12, { parentId: 2 }),
    created(13, { parentId: 12, access: write }),
    created(30, { access: [...read, { group: 1, level: 'none' }] }),
  )
  life.happen(...(decideTreeChange(life.state(), 1, 12, { parentId: 30 }) as DomainEvent[]))
  for (const id of [12, 13])
    expect([1, 3].map((group) => life.state().collectionLevel(group, id))).toEqual(['none', 'read'])
})

test('moved and restored in one go', () => {
  const life = livingHistory(...shelves)
  life.happen(...(decideTreeChange(life.state(), 2, 10, { archived: true }) as DomainEvent[]))
  expect(() => decideTreeChange(life.state(), 2, 11, { archived: false })).toThrow(Refusal)
  const events = decideTreeChange(life.state(), 2, 11, { archived: false, parentId: 20 })
  expect(events.map(({ type }) => type)).toEqual(['CollectionMoved', 'CollectionRestored'])
})

describe('at the same time', () => {
  const moving = async (store: EventStore, over = store) => {
    const histories = accessHistories(store)
    return (id: number, parentId: number) =>
      changeTree(executorOn(over), histories, 2, id, { parentId }).then(
        () => 'done',
        (error: Refusal) => error.kind,
      )
  }

  test('two moves never make a circle together', async () => {
    for (let round = 0; round < 10; round++) {
      const store = await storeWith(shelves)
      const move = await moving(store)
      const outcomes = await Promise.all([move(10, 20), move(20, 10), move(20, 11)])
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      const state = (await accessHistories(store).current()).at()
      expect([10, 20].filter((id) => state.collection(id)?.parentId === null)).toHaveLength(1)
    }
  })

  test('whoever comes second decides again over what has changed', async () => {
    const store = await storeWith(shelves)
    const histories = accessHistories(store)
    let met = false
    const meeting = tapAppends(store, async () => {
      if (met) return
      met = true
      await changeTree(executorOn(store), histories, 1, 20, { archived: true })
    })
    const move = await moving(store, meeting)
    expect(await move(10, 20)).toBe('validation')
    expect(met).toBe(true)
  })

  test('a crowd gets its turn or is told to try again', async () => {
    const ids = Array.from({ length: 12 }, (_, index) => 40 + index)
    const store = await storeWith([...shelves, ...ids.map((id) => created(id, { access: write }))])
    const move = await moving(store)
    const outcomes = await Promise.all(ids.map((id) => move(id, 10)))
    const state = (await accessHistories(store).current()).at()
    expect(outcomes.map((outcome) => outcome === 'done')).toEqual(
      ids.map((id) => state.collection(id)?.parentId === 10),
    )
    expect(new Set([...outcomes, 'conflict'])).toEqual(new Set(['done', 'conflict']))
  })
})

test('asking again for what is so already waits for what made it so', async () => {
  const store = await storeWith(shelves)
  const histories = accessHistories(store)
  const first = executorOn(store)
  await changeTree(first, histories, 2, 10, { parentId: 20 })
  const again = executorOn(store)
  await changeTree(again, histories, 2, 10, { parentId: 20 })
  expect(again.position()).toBe(first.position())
  expect(again.accessTaken()).toBe(first.position())
})

describe('tried again by the same command', () => {
  const commandId = randomUUID()
  const archiveIn = (store: EventStore) =>
    changeTree(executorOn(store, { commandId }), accessHistories(store), 1, 20, { archived: true })
  const restoreIn = (store: EventStore) =>
    changeTree(executorOn(store), accessHistories(store), 1, 20, { archived: false })
  const archived = async (store: EventStore) =>
    (await collect(store.readAll({ types: ['CollectionArchived'] }))).length

  test('what others have undone since is not done once more', async () => {
    const store = await storeWith(shelves)
    await archiveIn(store)
    await restoreIn(store)
    await archiveIn(store)
    expect(await archived(store)).toBe(1)
  })

  test('nor where the first try had met others', async () => {
    const store = await storeWith(shelves)
    let met = false
    const meeting = tapAppends(store, async () => {
      if (met) return
      met = true
      await changeTree(executorOn(store), accessHistories(store), 1, 10, { archived: true })
    })
    await archiveIn(meeting)
    await restoreIn(store)
    await archiveIn(store)
    expect(await archived(store)).toBe(2)
  })

  test('nor a part of what was done in one go', async () => {
    const store = await storeWith(shelves)
    const both = { parentId: 10, archived: true }
    const moveAndArchive = () =>
      changeTree(executorOn(store, { commandId }), accessHistories(store), 1, 20, both)
    await moveAndArchive()
    await restoreIn(store)
    await moveAndArchive()
    expect(await archived(store)).toBe(1)
  })
})
