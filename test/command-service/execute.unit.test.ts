import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { derivedUuid } from '../../command-service/event-ids.ts'
import { streams } from '../../command-service/streams.ts'
import { adminRosterDecider } from '../../command-service/user/admin-roster-decider.ts'
import { userDecider } from '../../command-service/user/decider.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import { type EventStore, maxEventBytes } from '../../shared/ports/event-store.ts'
import { executorOn, losingOneAnswer, tapAppends } from '../support/command.ts'
import { collect } from '../support/events.ts'
import { seal } from '../support/recorded.ts'

const roster = streams.adminRoster
const grant = (userId: number) =>
  ({ type: 'GrantAdmin', data: { userId, membershipId: userId } }) as const
const revoke = (userId: number) => ({ type: 'RevokeAdmin', data: { userId } }) as const

const typesIn = async (store: EventStore, stream: string) =>
  (await collect(store.readStream(stream))).map(({ type }) => type)

describe('executing a command', () => {
  test('appends what was decided, and answers the state after it', async () => {
    const store = memoryEventStore()
    const executor = executorOn(store)
    const done = await executor.execute(roster, adminRosterDecider, grant(1))
    expect(done).toMatchObject({ changed: true, revision: 0 })
    expect([...done.state.admins.keys()]).toEqual([1])
    expect(executor.position()).toBe(await store.head())
  })

  test('decides on what the stream says now', async () => {
    const store = memoryEventStore()
    await executorOn(store).execute(roster, adminRosterDecider, grant(1))
    const refused = executorOn(store).execute(roster, adminRosterDecider, revoke(1))
    await expect(refused).rejects.toMatchObject({ kind: 'validation' })
    expect(await typesIn(store, roster)).toEqual(['AdminGranted'])
  })

  test('appends nothing when nothing changes, and still waits for what it read', async () => {
    const store = memoryEventStore()
    await executorOn(store).execute(roster, adminRosterDecider, grant(1))
    const head = await store.head()
    const executor = executorOn(store)
    const done = await executor.execute(roster, adminRosterDecider, grant(1))
    expect(done).toMatchObject({ changed: false, revision: 0 })
    expect(await store.head()).toBe(head)
    expect(executor.position()).toBe(head)
  })

  test('refuses an event that no store can hold, and says of what, also when it only tries', async () => {
    const store = memoryEventStore()
    const large = { type: 'AdminGranted', data: 'x'.repeat(maxEventBytes) } as const
    for (const executor of [executorOn(store), executorOn(store).tryOut().executor])
      await expect(executor.append('card-3', 'no_stream', [large])).rejects.toMatchObject({
        kind: 'payload-too-large',
        message: expect.stringContaining('This card is too large'),
      })
    const fitting = { ...large, data: 'x'.repeat(maxEventBytes - 1_000) }
    await executorOn(store).append('card-3', 'no_stream', [fitting])
    expect(await typesIn(store, 'card-3')).toEqual(['AdminGranted'])
  })

  test('that finds no stream has no position to wait for', async () => {
    const executor = executorOn(memoryEventStore())
    const done = await executor.execute(roster, adminRosterDecider, revoke(1))
    expect(done).toMatchObject({ changed: false, revision: undefined })
    expect(executor.position()).toBeUndefined()
  })

  test('tells every event who, why and in which request', async () => {
    const store = memoryEventStore()
    const commandId = randomUUID()
    const cause = { correlationId: randomUUID(), eventId: randomUUID() }
    const actor = { kind: 'user', id: 3 } as const
    const first = executorOn(store, { commandId, actor, requestId: 'request-1' })
    await first.execute(roster, adminRosterDecider, grant(1))
    await executorOn(store, { cause }).execute(roster, adminRosterDecider, grant(2))
    const [one, two] = await collect(store.readStream(roster))
    expect(one?.metadata).toEqual({
      $correlationId: commandId,
      $causationId: commandId,
      actor,
      requestId: 'request-1',
    })
    expect(two?.metadata).toMatchObject({
      $correlationId: cause.correlationId,
      $causationId: cause.eventId,
    })
  })

  test('tells apart the positions after which somebody may do less', async () => {
    const store = memoryEventStore()
    const executor = executorOn(store)
    for (const userId of [1, 2]) await executor.execute(roster, adminRosterDecider, grant(userId))
    expect(executor.accessTaken()).toBeUndefined()
    await executor.execute(roster, adminRosterDecider, revoke(2))
    const taken = executor.accessTaken()
    await executor.execute(roster, adminRosterDecider, grant(3))
    expect(executor.accessTaken()).toBe(taken)
    expect(executor.position()).toBeGreaterThan(taken ?? 0n)
  })
})

describe('a conflict', () => {
  /** Somebody else writes to the stream ahead of the first `times` appends. */
  const contended = (store: EventStore, times: number) => {
    let left = times
    return tapAppends(store, async () => {
      if (left-- > 0) await executorOn(store).execute(roster, adminRosterDecider, grant(100 + left))
    })
  }

  test('leads to a new decision on the new state', async () => {
    const store = memoryEventStore()
    await executorOn(store).execute(roster, adminRosterDecider, grant(1))
    const rival = tapAppends(store, async () => {
      await executorOn(store).execute(roster, adminRosterDecider, grant(2))
    })
    const done = await executorOn(rival).execute(roster, adminRosterDecider, grant(2))
    expect(done.changed).toBe(false)
    expect(await typesIn(store, roster)).toEqual(['AdminGranted', 'AdminGranted'])
  })

  test('can make the new decision a refusal', async () => {
    const store = memoryEventStore()
    for (const userId of [1, 2])
      await executorOn(store).execute(roster, adminRosterDecider, grant(userId))
    let once = true
    const rival = tapAppends(store, async () => {
      if (once) {
        once = false
        await executorOn(store).execute(roster, adminRosterDecider, revoke(1))
      }
    })
    const refused = executorOn(rival).execute(roster, adminRosterDecider, revoke(2))
    await expect(refused).rejects.toMatchObject({ kind: 'validation' })
  })

  test('is got over three times', async () => {
    const store = memoryEventStore()
    const done = await executorOn(contended(store, 3)).execute(roster, adminRosterDecider, grant(1))
    expect(done).toMatchObject({ changed: true, revision: 3 })
  })

  test('is told after the fourth, as something to try again', async () => {
    const refused = executorOn(contended(memoryEventStore(), 4)).execute(
      roster,
      adminRosterDecider,
      grant(1),
    )
    await expect(refused).rejects.toMatchObject({ kind: 'conflict', extras: { retryAfter: 1 } })
  })

  test('is told at once where one try was asked for', async () => {
    const store = contended(memoryEventStore(), 1)
    const refused = executorOn(store).execute(roster, adminRosterDecider, grant(1), { attempts: 1 })
    await expect(refused).rejects.toMatchObject({ kind: 'conflict' })
  })
})

describe('a command tried again after a lost answer', () => {
  test('is recognised by its events', async () => {
    const store = memoryEventStore()
    const commandId = randomUUID()
    const first = executorOn(losingOneAnswer(store, roster), { commandId })
    await expect(first.execute(roster, adminRosterDecider, grant(1))).rejects.toThrow('lost')
    const again = executorOn(store, { commandId })
    const done = await again.execute(roster, adminRosterDecider, grant(1))
    expect(done).toMatchObject({ changed: true, revision: 0 })
    expect(again.position()).toBe(await store.head())
    expect(await typesIn(store, roster)).toEqual(['AdminGranted'])
  })

  test('is recognised although its rule would refuse it now', async () => {
    const store = memoryEventStore()
    const commandId = randomUUID()
    const user = streams.user(1)
    const register = {
      type: 'RegisterUser',
      data: {
        userId: 1,
        membershipId: 1,
        emailKey: 'key',
        email: seal('a@b.c'),
        firstName: seal('A'),
        lastName: seal('B'),
        locale: null,
        ssoSource: null,
      },
    } as const
    await executorOn(store, { commandId }).execute(user, userDecider, register)
    const again = await executorOn(store, { commandId }).execute(user, userDecider, register)
    expect(again.state.status).toBe('active')
    const other = executorOn(store).execute(user, userDecider, register)
    await expect(other).rejects.toMatchObject({ kind: 'conflict' })
  })

  test('does the same command twice where the request does it twice', async () => {
    const store = memoryEventStore()
    const commandId = randomUUID()
    for (let tries = 0; tries < 2; tries++) {
      const executor = executorOn(store, { commandId })
      for (const userId of [1, 2]) await executor.execute(roster, adminRosterDecider, grant(userId))
      await executor.execute(roster, adminRosterDecider, revoke(1))
      await executor.execute(roster, adminRosterDecider, grant(1))
    }
    expect(await typesIn(store, roster)).toEqual([
      'AdminGranted',
      'AdminGranted',
      'AdminRevoked',
      'AdminGranted',
    ])
  })

  test('may leave out what is done already without mixing up the rest', async () => {
    const store = memoryEventStore()
    const commandId = randomUUID()
    const first = executorOn(store, { commandId })
    await first.execute(streams.group(1), countDecider, { type: 'Count', data: 1 })
    const again = executorOn(store, { commandId })
    // The handler saw that the group was counted and went on with the next one.
    await again.execute(streams.group(2), countDecider, { type: 'Count', data: 1 })
    await again.execute(streams.group(1), countDecider, { type: 'Discount', data: 1 })
    expect(await typesIn(store, streams.group(2))).toHaveLength(1)
    expect(await typesIn(store, streams.group(1))).toHaveLength(2)
  })
})

/** Any event of the catalogue will do. */
const counted = { type: 'GroupCreated', data: { groupId: 1, name: 'x' } } as const
const countDecider = {
  initial: 0,
  decide: { Count: () => [counted], Discount: () => [counted] },
  evolve: { GroupCreated: (count: number) => count + 1 },
}

describe('recording what nothing is decided from', () => {
  const loggedIn = { type: 'UserLoggedIn', data: { userId: 1, method: 'password' } } as const

  test('works on a new stream and on an old one', async () => {
    const store = memoryEventStore()
    for (let n = 0; n < 3; n++) await executorOn(store).record(streams.access(1), loggedIn)
    expect(await typesIn(store, streams.access(1))).toHaveLength(3)
  })

  test('notes where the request has got to', async () => {
    const store = memoryEventStore()
    const executor = executorOn(store)
    await executor.record(streams.access(1), loggedIn)
    expect(executor.position()).toBe(await store.head())
  })

  test('loses to nobody: 40 at once are 40 facts', async () => {
    const store = memoryEventStore()
    await Promise.all(
      Array.from({ length: 40 }, () => executorOn(store).record(streams.access(1), loggedIn)),
    )
    expect(await typesIn(store, streams.access(1))).toHaveLength(40)
  })
})

test('derived ids are UUIDs of version 5, one per name', () => {
  // RFC 9562, appendix A.4: the DNS namespace and www.example.com.
  expect(derivedUuid('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  )
})
