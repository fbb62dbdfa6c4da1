import { describe, expect, test } from '@jest/globals'
import { loadUser } from '../../command-service/accounts.ts'
import { initialise } from '../../command-service/initialise.ts'
import { streams } from '../../command-service/streams.ts'
import { adminRosterDecider } from '../../command-service/user/admin-roster-decider.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { countingIds, executorOn, tapAppends, userDependencies } from '../support/command.ts'
import { collect } from '../support/events.ts'

const admin = {
  email: 'admin@example.com',
  firstName: 'Ad',
  lastName: 'Min',
  password: 'long enough',
}

const installation = (store: EventStore) => {
  let token: string | undefined = 'token'
  const setupToken = {
    current: async () => token,
    matches: async (candidate: string) => candidate === token,
    burn: async () => {
      token = undefined
    },
  }
  const ids = countingIds()
  const dependencies = { ...userDependencies(), setupToken }
  const start = (given: typeof admin | null = admin, over = store) =>
    initialise(dependencies, executorOn(over), ids, given ?? undefined)
  return { start, token: () => token }
}

const adminsOf = async (store: EventStore) => {
  const { state } = await executorOn(store).load(streams.adminRoster, adminRosterDecider)
  return [...state.admins.keys()]
}

describe('a start', () => {
  test('without an admin leaves the set-up token to be used', async () => {
    const { start, token } = installation(memoryEventStore())
    expect(await start(null)).toEqual({ setUp: false })
    expect(token()).toBe('token')
  })

  test('with an admin makes them, and burns the token', async () => {
    const store = memoryEventStore()
    const { start, token } = installation(store)
    expect(await start()).toEqual({ setUp: true })
    expect(await adminsOf(store)).toEqual([1])
    expect(await loadUser(executorOn(store), 1)).toMatchObject({ status: 'active' })
    expect(token()).toBeUndefined()
  })

  test('after the first one records nothing', async () => {
    const store = memoryEventStore()
    const { start } = installation(store)
    await start()
    const events = (await collect(store.readAll())).length
    await start()
    expect(await collect(store.readAll())).toHaveLength(events)
  })

  test('does not give rights back to a first admin who lost them', async () => {
    const store = memoryEventStore()
    const { start } = installation(store)
    await start()
    for (const command of [
      { type: 'GrantAdmin', data: { userId: 9, membershipId: 9 } },
      { type: 'RevokeAdmin', data: { userId: 1 } },
    ] as const)
      await executorOn(store).execute(streams.adminRoster, adminRosterDecider, command)
    await start()
    expect(await adminsOf(store)).toEqual([9])
  })

  test('goes on where an earlier one was cut short, wherever that was', async () => {
    const whole = memoryEventStore()
    await installation(whole).start()
    const appends = (await collect(whole.readAll())).length
    for (let cut = 0; cut < appends; cut++) {
      const store = memoryEventStore()
      const { start, token } = installation(store)
      let left = cut
      const failing = tapAppends(store, async () => {
        if (left-- <= 0) throw new Error('cut short')
      })
      await expect(start(admin, failing)).rejects.toThrow('cut short')
      expect(await start()).toEqual({ setUp: true })
      const [only, ...more] = await adminsOf(store)
      expect(more).toEqual([])
      expect(await loadUser(executorOn(store), only ?? 0)).toMatchObject({ status: 'active' })
      expect(token()).toBeUndefined()
    }
  })

  test('of two processes at once makes one admin, and both come up', async () => {
    for (let round = 0; round < 20; round++) {
      const store = memoryEventStore()
      const { start } = installation(store)
      await start(null)
      expect(await Promise.all([start(), start(), start()])).toEqual(Array(3).fill({ setUp: true }))
      expect(await adminsOf(store)).toHaveLength(1)
    }
  })
})
