import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from '@jest/globals'
import {
  type Reactor,
  type TodoListOptions,
  todoList,
} from '../../../command-service/reactors/todo-list.ts'
import { eventually } from '../../support/events.ts'

const started: Reactor[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((reactor) => reactor.stop()))
})

/** A list of numbers, and what is seen of the work on them. */
const working = (options: Partial<TodoListOptions<number>> = {}, ...items: number[]) => {
  const list = new Set(items)
  const seen = { looks: 0, worked: [] as number[], problems: [] as string[], together: 0, most: 0 }
  const reactor = todoList<number>({
    name: 'test',
    due: async () => {
      seen.looks++
      return [...list]
    },
    keyOf: (item) => item,
    work: async (item) => {
      seen.most = Math.max(seen.most, ++seen.together)
      await sleep(2)
      seen.worked.push(item)
      list.delete(item)
      seen.together--
      return true
    },
    onProblem: (message) => seen.problems.push(message),
    ...options,
  })
  started.push(reactor)
  reactor.start()
  return { reactor, list, seen }
}

test('everything that is due gets done, so many at a time', async () => {
  const { seen } = working({ atOnce: 2 }, 1, 2, 3, 4, 5)
  await eventually(() => seen.worked.length === 5)
  expect(seen.worked.sort()).toEqual([1, 2, 3, 4, 5])
  expect(seen.most).toBe(2)
})

test('a hint makes it look soon', async () => {
  const { reactor, list, seen } = working({ everyMs: 60_000 })
  await eventually(() => seen.looks === 1)
  list.add(7)
  reactor.notify()
  await eventually(() => seen.worked.includes(7))
})

test('a crowd of hints is one look, and the last of them is not lost', async () => {
  const { reactor, list, seen } = working({ everyMs: 60_000, gatherMs: 40 })
  await eventually(() => seen.looks === 1)
  for (let hint = 0; hint < 20; hint++) reactor.notify()
  list.add(7)
  reactor.notify()
  await eventually(() => seen.worked.includes(7))
  await reactor.stop()
  // At the start, for the crowd, and when the work had ended.
  expect(seen.looks).toBeLessThanOrEqual(3)
})

test('one thing after the other is done without a pause between them', async () => {
  const { seen } = working({ atOnce: 1, everyMs: 60_000, gatherMs: 60_000 }, 1, 2, 3)
  await eventually(() => seen.worked.length === 3)
})

test('whoever wakes it is listened to from its start to its end', async () => {
  const wakers = new Set<() => void>()
  const { reactor, list, seen } = working({
    everyMs: 60_000,
    wokenBy: (notify) => {
      wakers.add(notify)
      return () => wakers.delete(notify)
    },
  })
  await eventually(() => seen.looks === 1)
  list.add(7)
  for (const wake of wakers) wake()
  await eventually(() => seen.worked.includes(7))
  await reactor.stop()
  expect(wakers.size).toBe(0)
})

test('without a hint it looks by itself', async () => {
  const { list, seen } = working({ everyMs: 10 })
  await eventually(() => seen.looks === 1)
  list.add(7)
  await eventually(() => seen.worked.includes(7), 500)
})

test('an item whose work failed is told of and left alone for a while', async () => {
  let tries = 0
  const failing = async () => {
    tries++
    throw new Error('no')
  }
  const { reactor, seen } = working({ work: failing, everyMs: 5 }, 3)
  await eventually(() => seen.problems.length === 1)
  for (let hint = 0; hint < 10; hint++) {
    reactor.notify()
    await sleep(2)
  }
  expect(tries).toBe(1)
  expect(seen.problems).toEqual(['test 3 failed'])
})

test('an item that another process works on is not asked for over and over', async () => {
  let tries = 0
  const elsewhere = async () => {
    tries++
    return false
  }
  working({ work: elsewhere, everyMs: 20 }, 3)
  await sleep(110)
  expect(tries).toBeGreaterThan(1)
  expect(tries).toBeLessThan(8)
})

test('a list that cannot be read is told of and read again', async () => {
  let broken = true
  const due = async () => {
    if (broken) throw new Error('away')
    return [1]
  }
  const { seen } = working({ due, everyMs: 5 })
  await eventually(() => seen.problems.length > 0)
  broken = false
  await eventually(() => seen.worked.length > 0)
  expect(seen.problems[0]).toBe('test cannot look')
})

describe('stopping', () => {
  test('tells the work under way, waits for it and begins no other', async () => {
    let ended = false
    const work = async (_item: number, signal: AbortSignal) => {
      await sleep(60_000, undefined, { signal }).catch(() => undefined)
      await sleep(5)
      ended = true
      signal.throwIfAborted()
      return true
    }
    const { reactor, seen } = working({ work, atOnce: 1 }, 1, 2)
    await eventually(() => seen.looks > 0)
    await sleep(1)
    await reactor.stop()
    expect(ended).toBe(true)
    expect(seen.problems).toEqual([])
    const { looks } = seen
    reactor.notify()
    await sleep(20)
    expect(seen.looks).toBe(looks)
  })

  test('of one that never started is nothing', async () => {
    await todoList<number>({
      name: 'idle',
      due: async () => [],
      keyOf: (item) => item,
      work: async () => true,
      onProblem: () => undefined,
    }).stop()
  })
})
