import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { registerUser } from '../../command-service/accounts.ts'
import {
  releaseEmail,
  reservationOf,
  reserveEmail,
  userOfEmail,
} from '../../command-service/email-addresses.ts'
import { streams } from '../../command-service/streams.ts'
import { userDecider } from '../../command-service/user/decider.ts'
import { changeProfile } from '../../command-service/user/profile.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import type { EventStore } from '../../shared/ports/event-store.ts'
import { executorOn, tapAppends, userDependencies } from '../support/command.ts'
import { at, seal } from '../support/recorded.ts'

const time = (seconds: number) => new Date(at(seconds))

const person = (userId: number, email: string) => ({
  userId,
  membershipId: userId,
  email,
  firstName: 'A',
  lastName: 'B',
  password: undefined,
})

const service = () => {
  const store = memoryEventStore()
  const dependencies = userDependencies(() => time(0))
  const key = (email: string) => dependencies.emailKeys.of(email)
  const reserve = (userId: number, email: string, seconds: number) =>
    reserveEmail(executorOn(store), key(email), userId, time(seconds))
  const owner = async (email: string) => (await userOfEmail(executorOn(store), key(email)))?.userId
  const register = (userId: number, email: string) =>
    registerUser(dependencies, executorOn(store), person(userId, email))
  const move = (userId: number, email: string) =>
    executorOn(store).execute(streams.user(userId), userDecider, {
      type: 'ChangeEmail',
      data: { userId, emailKey: key(email), email: seal(email) },
    })
  return { store, dependencies, key, reserve, owner, register, move }
}

const conflict = { kind: 'conflict' }

describe('an address', () => {
  test('belongs to whoever registered with it', async () => {
    const { register, owner } = service()
    await register(1, 'ada@example.com')
    expect(await owner('ada@example.com')).toBe(1)
    expect(await owner('nobody@example.com')).toBeUndefined()
  })

  test('is the same in any spelling of its case', async () => {
    const { register } = service()
    await register(1, 'Ada@Example.com')
    await expect(register(2, ' ada@example.COM')).rejects.toMatchObject(conflict)
  })

  test('of a registered user is never taken over, however old', async () => {
    const { register, reserve } = service()
    await register(1, 'ada@example.com')
    await expect(reserve(2, 'ada@example.com', 900)).rejects.toMatchObject(conflict)
  })

  test('of a registration that was cut short is free after half a minute', async () => {
    const { reserve, owner } = service()
    await reserve(1, 'ada@example.com', 0)
    await expect(reserve(2, 'ada@example.com', 29)).rejects.toMatchObject(conflict)
    await reserve(2, 'ada@example.com', 31)
    expect(await owner('ada@example.com')).toBeUndefined()
  })

  test('of a move that was cut short before it is free after half a minute', async () => {
    const { register, reserve } = service()
    await register(1, 'old@example.com')
    await reserve(1, 'new@example.com', 0)
    await expect(reserve(2, 'new@example.com', 29)).rejects.toMatchObject(conflict)
    await reserve(2, 'new@example.com', 31)
  })

  test('that was taken over between two tries of one command is not taken back by the second', async () => {
    const { store, key, reserve, register } = service()
    const commandId = randomUUID()
    const tried = () =>
      reserveEmail(executorOn(store, { commandId }), key('new@example.com'), 1, time(0))
    await tried()
    await reserve(2, 'new@example.com', 31)
    await register(2, 'new@example.com')
    await expect(tried()).rejects.toMatchObject(conflict)
  })

  test('that others ended and were cut short before they took it is reserved anew', async () => {
    const { store, dependencies, key, owner } = service()
    const killedAt = (stream: string) =>
      tapAppends(store, async (it) => {
        if (it === stream) throw new Error('killed')
      })
    const commandId = randomUUID()
    const tryOn = (over: EventStore) =>
      registerUser(dependencies, executorOn(over, { commandId }), person(1, 'new@example.com'))
    for (const [other, seconds] of [
      [2, 31],
      [3, 62],
    ] as const) {
      await expect(tryOn(killedAt(streams.user(1)))).rejects.toThrow('killed')
      const email = key('new@example.com')
      const takenOver = executorOn(killedAt(streams.email(email)))
      await expect(reserveEmail(takenOver, email, other, time(seconds))).rejects.toThrow('killed')
    }
    await tryOn(store)
    expect(await owner('new@example.com')).toBe(1)
  })

  test('that was taken over from somebody slow is refused when they come to use it', async () => {
    const { store, key, reserve, register, dependencies } = service()
    const slowly = tapAppends(store, async (stream) => {
      if (stream !== streams.user(1)) return
      await reserve(2, 'new@example.com', 31)
      await register(2, 'new@example.com')
    })
    const slow = registerUser(dependencies, executorOn(slowly), person(1, 'new@example.com'))
    await expect(slow).rejects.toMatchObject(conflict)
    expect((await userOfEmail(executorOn(store), key('new@example.com')))?.userId).toBe(2)
  })

  test('that its account has again, by another command, is not given up', async () => {
    const { store, key, reserve, register, move } = service()
    await register(1, 'old@example.com')
    const reservation = await reservationOf(executorOn(store), key('old@example.com'))
    await releaseEmail(executorOn(store), key('old@example.com'), reservation)
    await move(1, 'new@example.com')
    await releaseEmail(executorOn(store), key('old@example.com'), reservation)
    await reserve(2, 'old@example.com', 1)
  })

  test('that was given up may be had again, also by a clock that is behind', async () => {
    const { store, dependencies, key, register, owner } = service()
    const moveTo = async (email: string, seconds: number) => {
      const executor = executorOn(store)
      const user = (await executor.load(streams.user(1), userDecider)).state
      const now = () => time(seconds)
      const to = { email, firstName: undefined, lastName: undefined, locale: undefined }
      await changeProfile({ ...dependencies, now }, executor, 1, user, to)
    }
    await register(1, 'old@example.com')
    await moveTo('new@example.com', -10)
    await moveTo('old@example.com', -20)
    expect(await owner('old@example.com')).toBe(1)
    expect((await reservationOf(executorOn(store), key('new@example.com'))).userId).toBeUndefined()
  })

  test('that was moved away from and not given up is free after half a minute', async () => {
    const { register, reserve, move, owner } = service()
    await register(1, 'old@example.com')
    await reserve(1, 'new@example.com', 5)
    await move(1, 'new@example.com')
    expect(await owner('old@example.com')).toBeUndefined()
    await reserve(2, 'old@example.com', 31)
    await expect(reserve(2, 'new@example.com', 900)).rejects.toMatchObject(conflict)
  })

  test('is given up by its holder alone', async () => {
    const { store, register, key, owner } = service()
    await register(1, 'ada@example.com')
    const others = { userId: 2, reservedAt: new Date(0).toISOString() }
    await releaseEmail(executorOn(store), key('ada@example.com'), others)
    expect(await owner('ada@example.com')).toBe(1)
  })

  test('goes to one of two that come at once', async () => {
    const { register } = service()
    const came = await Promise.allSettled([register(1, 'a@b.c'), register(2, 'a@b.c')])
    expect(came.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
