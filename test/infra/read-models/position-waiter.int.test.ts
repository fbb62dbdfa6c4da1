import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { localBus } from '../../../infra/bus/local.ts'
import { type PositionWaiter, positionWaiter } from '../../../infra/read-models/position-waiter.ts'
import { type TestDatabase, testDatabase } from '../../support/test-database.ts'

describe('whoever waits for readers to see a position', () => {
  let database: TestDatabase
  let reads = 0
  let waiter: PositionWaiter
  const bus = localBus()
  const hint = (position: bigint | number) =>
    bus.publish('read-models.checkpoint', { position: String(position) })
  const moveTo = (position: number) =>
    database.pool.query('update rm.checkpoint set position = $1', [position])

  beforeAll(async () => {
    database = await testDatabase()
    await database.pool.query(
      'create schema rm; create table rm.checkpoint (position bigint); insert into rm.checkpoint values (0)',
    )
  })
  afterEach(() => waiter.close())
  afterAll(() => database.drop())

  const aWaiter = () => {
    const pool = database.openPool({ max: 1 })
    const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
    pool.query = ((...given: unknown[]) => {
      reads += 1
      return query(...given)
    }) as typeof pool.query
    reads = 0
    waiter = positionWaiter(pool, bus)
    return waiter
  }

  test('is woken by a hint once the checkpoint is there, and by no lie', async () => {
    const { reached, known } = aWaiter()
    await moveTo(4)
    const waiting = reached(5n, 10_000)
    hint(5)
    hint(2n ** 62n)
    expect(await reached(4n, 10_000)).toBe(true)
    expect(known()).toBe(4n)
    await moveTo(5)
    hint(5)
    expect(await waiting).toBe(true)
    expect(known()).toBe(5n)
  })

  test('a flood of hints is one read under way and one more; where nobody waits it is none', async () => {
    const { reached } = aWaiter()
    await moveTo(10)
    for (let n = 0; n < 10_000; n += 1) hint(1_000_000 + n)
    await new Promise(setImmediate)
    expect(reads).toBe(0)
    const waiting = [...Array(50)].map(() => reached(10n, 10_000))
    for (let n = 0; n < 10_000; n += 1) hint(2_000_000 + n)
    expect(await Promise.all(waiting)).not.toContain(false)
    // With the polls of a slow machine among them.
    expect(reads).toBeLessThan(10)
  })

  test('a hint from before the wait is looked after; one of less than is waited for is not', async () => {
    const { reached } = aWaiter()
    await moveTo(20)
    hint(20)
    const waiting = reached(20n, 10_000)
    hint(19)
    expect(await waiting).toBe(true)
    expect(reads).toBeGreaterThan(0)
  })

  test('without any hint the poll finds it; after its time, and at the end, it was in vain', async () => {
    const { reached, close } = aWaiter()
    await moveTo(30)
    expect(await reached(30n, 10_000)).toBe(true)
    expect(await reached(31n, 1)).toBe(false)
    const waiting = reached(31n, 10_000)
    close()
    expect(await waiting).toBe(false)
    expect(await reached(31n, 10_000)).toBe(false)
  })

  test('whoever follows is told each time readers see more, and of nothing else', async () => {
    const { onMoved, advance, known } = aWaiter()
    const seen: bigint[] = []
    onMoved(() => seen.push(known()))
    advance(40n)
    advance(40n)
    await moveTo(41)
    hint(50)
    expect(await waiter.reached(41n, 10_000)).toBe(true)
    expect(seen).toEqual([40n, 41n])
  })
})
