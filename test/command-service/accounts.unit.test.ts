import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  addAdmin,
  deactivateAccount,
  grantAdmin,
  loadUser,
  registerUser,
  removeAdmin,
  revokeAdmin,
} from '../../command-service/accounts.ts'
import { streams } from '../../command-service/streams.ts'
import { adminRosterDecider } from '../../command-service/user/admin-roster-decider.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { executorOn, tapAppends, userDependencies } from '../support/command.ts'

/** Users 1 to `count`, the first so many of them admins. */
const service = async (count: number, admins: number): Promise<EventStore> => {
  const store = memoryEventStore()
  const dependencies = userDependencies()
  for (let userId = 1; userId <= count; userId++) {
    await registerUser(dependencies, executorOn(store), {
      userId,
      membershipId: userId,
      email: `user${userId}@example.com`,
      firstName: 'U',
      lastName: 'Ser',
      password: undefined,
    })
    if (userId <= admins) await grantAdmin(executorOn(store), userId, 100 + userId)
  }
  return store
}

const adminsOf = async (store: EventStore) => {
  const { state } = await executorOn(store).load(streams.adminRoster, adminRosterDecider)
  return [...state.admins.keys()]
}

const statusOf = async (store: EventStore, userId: number) =>
  (await loadUser(executorOn(store), userId)).status

const noSessions = async () => undefined

test('deactivating an admin takes the rights as well', async () => {
  const store = await service(2, 2)
  await deactivateAccount(executorOn(store), 1, noSessions)
  expect(await adminsOf(store)).toEqual([2])
  expect(await statusOf(store, 1)).toBe('deactivated')
})

test('the last admin cannot be deactivated', async () => {
  const store = await service(2, 1)
  const refused = deactivateAccount(executorOn(store), 1, noSessions)
  await expect(refused).rejects.toMatchObject({ kind: 'validation' })
  expect(await statusOf(store, 1)).toBe('active')
})

test('whoever became the last admin while being deactivated stays, and stays active', async () => {
  const store = await service(2, 1)
  let once = true
  const racing = tapAppends(store, async (stream) => {
    if (!once || stream !== streams.user(2)) return
    once = false
    await grantAdmin(executorOn(store), 2, 102)
    await revokeAdmin(executorOn(store), 1)
  })
  const refused = deactivateAccount(executorOn(racing), 2, noSessions)
  await expect(refused).rejects.toMatchObject({ kind: 'validation' })
  expect(await adminsOf(store)).toEqual([2])
  expect(await statusOf(store, 2)).toBe('active')
})

test('who is deactivated is not added to the admins, not even in passing', async () => {
  const store = await service(3, 2)
  const add = (executor = executorOn(store)) => addAdmin(executor, 3, 103)
  const racing = tapAppends(store, async (stream) => {
    if (stream === streams.adminRoster && (await statusOf(store, 3)) === 'active')
      await deactivateAccount(executorOn(store), 3, noSessions)
  })
  await expect(add(executorOn(racing))).rejects.toMatchObject({ kind: 'validation' })
  expect(await adminsOf(store)).toEqual([1, 2])
  const before = await store.head()
  await expect(add()).rejects.toMatchObject({ kind: 'validation' })
  expect(await store.head()).toBe(before)
})

test('whoever became the last admin after being deactivated is active again', async () => {
  const store = await service(2, 1)
  let once = true
  const racing = tapAppends(store, async (stream) => {
    if (!once || stream !== streams.adminRoster) return
    once = false
    await deactivateAccount(executorOn(store), 2, noSessions)
  })
  let granted = false
  const thenAlone: EventStore = {
    ...racing,
    append: async (stream, expected, events) => {
      const appended = await racing.append(stream, expected, events)
      if (stream === streams.adminRoster && !granted) {
        granted = true
        await revokeAdmin(executorOn(store), 1)
      }
      return appended
    },
  }
  const refused = grantAdmin(executorOn(thenAlone), 2, 102)
  await expect(refused).rejects.toMatchObject({ kind: 'validation' })
  expect(await adminsOf(store)).toEqual([2])
  expect(await statusOf(store, 2)).toBe('active')
})

const operations = fc.constantFrom('promote', 'demote', 'deactivate', 'add', 'remove')

/** Every read and write of a store happens when the scheduler says so. */
const scheduled = (scheduler: fc.Scheduler, store: EventStore): EventStore => ({
  ...store,
  append: (stream, expected, events) =>
    scheduler
      .schedule(Promise.resolve(), `append ${stream}`)
      .then(() => store.append(stream, expected, events)),
  async *readStream(stream, options) {
    await scheduler.schedule(Promise.resolve(), `read ${stream}`)
    yield* store.readStream(stream, options)
  },
})

test('whatever races, an active admin is left and no deactivated one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.tuple(operations, fc.integer({ min: 1, max: 3 })), {
        minLength: 2,
        maxLength: 4,
      }),
      async (scheduler, asked) => {
        const store = await service(3, 2)
        const racing = scheduled(scheduler, store)
        const work = asked.map(async ([operation, userId]) => {
          const executor = executorOn(racing)
          if (operation === 'promote') await grantAdmin(executor, userId, 200 + userId)
          else if (operation === 'demote') await revokeAdmin(executor, userId)
          else if (operation === 'add') await addAdmin(executor, userId, 200 + userId)
          else if (operation === 'remove') await removeAdmin(executor, userId, 100 + userId)
          else await deactivateAccount(executor, userId, noSessions)
        })
        const outcomes = Promise.allSettled(work)
        await scheduler.waitFor(outcomes)
        for (const outcome of await outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(Refusal)
        const admins = await adminsOf(store)
        expect(admins.length).toBeGreaterThan(0)
        for (const userId of admins) expect(await statusOf(store, userId)).toBe('active')
      },
    ),
    { numRuns: 200 },
  )
}, 60_000)
