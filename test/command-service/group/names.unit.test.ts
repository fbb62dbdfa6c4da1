import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { groupDecider } from '../../../command-service/group/decider.ts'
import { groupNameDecider } from '../../../command-service/group/name-decider.ts'
import { groupNameKey, groupNames } from '../../../command-service/group/names.ts'
import { streams } from '../../../command-service/streams.ts'
import { memoryEventStore } from '../../../infra/event-store/memory.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { executorOn, losingOneAnswer } from '../../support/command.ts'
import { givenFor } from '../../support/given.ts'
import { at } from '../../support/recorded.ts'

const given = givenFor(groupNameDecider)
const reserved = (groupId: number, seconds: number) => ({
  type: 'GroupNameReserved' as const,
  data: { groupId, reservedAt: at(seconds) },
})
const released = (groupId: number) => ({ type: 'GroupNameReleased' as const, data: { groupId } })
const reserve = (holderId: number, seconds: number, abandoned?: { of: number; since: number }) => ({
  type: 'ReserveName' as const,
  data: {
    holderId,
    at: at(seconds),
    abandoned: abandoned && { holderId: abandoned.of, reservedAt: at(abandoned.since) },
  },
})
const release = (holderId: number, seconds: number) => ({
  type: 'ReleaseName' as const,
  data: { reservation: { holderId, reservedAt: at(seconds) } },
})

describe('a name', () => {
  test('is reserved for one group', () => {
    given().when(reserve(3, 1)).then(reserved(3, 1))
    given(reserved(3, 1)).when(reserve(4, 2)).thenRefuses('validation')
    given(reserved(3, 1), released(3)).when(reserve(4, 2)).then(reserved(4, 2))
  })
  test('is reserved anew by who holds it, and always later than before', () => {
    given(reserved(3, 1)).when(reserve(3, 2)).then(reserved(3, 2))
    const reservedAt = new Date(Date.parse(at(5)) + 1).toISOString()
    given(reserved(3, 5))
      .when(reserve(3, 2))
      .then({ type: 'GroupNameReserved', data: { groupId: 3, reservedAt } })
  })
  test('is taken over from a reservation that is still the abandoned one', () => {
    const takeOver = reserve(4, 40, { of: 3, since: 1 })
    given(reserved(3, 1)).when(takeOver).then(released(3), reserved(4, 40))
    given(reserved(3, 1), reserved(3, 2)).when(takeOver).thenRefuses('validation')
    given(reserved(5, 2)).when(takeOver).thenRefuses('validation')
    given().when(takeOver).then(reserved(4, 40))
  })
  test('is released as it was reserved, and not otherwise', () => {
    given(reserved(3, 1)).when(release(3, 1)).then(released(3))
    given(reserved(3, 1), reserved(3, 2)).when(release(3, 1)).then()
    given(reserved(4, 1)).when(release(3, 1)).then()
    given().when(release(3, 1)).then()
  })
})

test('spellings of one name share a key; others do not', () => {
  const key = groupNameKey('Müller & Söhne')
  for (const same of ['müller & söhne', '  MÜLLER & SÖHNE ', 'Mu\u0308ller & So\u0308hne'])
    expect(groupNameKey(same)).toBe(key)
  for (const other of ['Müller  & Söhne', 'Muller & Sohne', 'Müller'])
    expect(groupNameKey(other)).not.toBe(key)
  expect(groupNameKey('x'.repeat(254))).toHaveLength(64)
})

describe('on a service', () => {
  let store: EventStore
  beforeEach(() => {
    store = memoryEventStore()
  })

  const now = new Date(at(0))
  const later = (seconds: number) => new Date(at(seconds))
  const take = (name: string, groupId: number, time = now, on = store) =>
    groupNames.reserve(executorOn(on), name, groupId, time)
  const tell = (type: 'CreateGroup' | 'RenameGroup', groupId: number, name: string) =>
    executorOn(store).execute(streams.group(groupId), groupDecider, {
      type,
      data: { groupId, name },
    })
  const taken = { kind: 'validation', extras: { errors: { name: expect.any(String) } } }

  test.each(['All Users', 'all users', ' ADMINISTRATORS '])(
    '%j is taken for ever',
    async (name) => {
      await expect(take(name, 3)).rejects.toMatchObject(taken)
      expect(await store.head()).toBe(0n)
    },
  )

  test('a name in use stays taken, however long ago it was reserved', async () => {
    await take('Sales', 3)
    await tell('CreateGroup', 3, 'Sales')
    await expect(take('SALES', 4, later(3_600))).rejects.toMatchObject(taken)
  })

  test('a name somebody is about to use stays taken for half a minute', async () => {
    await take('Sales', 3)
    await expect(take('Sales', 4, later(29))).rejects.toMatchObject(taken)
    await take('Sales', 4, later(30))
    await expect(take('Sales', 3, later(31))).rejects.toMatchObject(taken)
  })

  test('a name taken over between two tries of one command is not taken back by the second', async () => {
    const commandId = randomUUID()
    const tried = () => groupNames.reserve(executorOn(store, { commandId }), 'Sales', 3, now)
    await tried()
    await tried()
    await take('Sales', 4, later(30))
    await expect(tried()).rejects.toMatchObject(taken)
  })

  test('a name its group no longer has is free again', async () => {
    await take('Sales', 3)
    await tell('CreateGroup', 3, 'Sales')
    await tell('RenameGroup', 3, 'Revenue')
    await take('Sales', 4, later(30))
  })

  test('of many who want a name one gets it', async () => {
    const wanted = [3, 4, 5, 6, 7, 8].map((groupId) => take('Sales', groupId))
    const outcomes = await Promise.allSettled(wanted)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(taken)
  })

  test('of two who take over the same name one gets it', async () => {
    await take('Sales', 3)
    const outcomes = await Promise.allSettled([4, 5].map((id) => take('Sales', id, later(60))))
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('giving up a name gives up the reservation there was, not one made meanwhile', async () => {
    const holder = async () =>
      (await executorOn(store).load(streams.groupName(groupNameKey('Sales')), groupNameDecider))
        .state.holderId
    await take('Sales', 3)
    await groupNames.givingUp(executorOn(store), 'Sales', 3, () => take('Sales', 3, later(1)))
    expect(await holder()).toBe(3)
    await groupNames.givingUp(executorOn(store), 'Sales', 4, async () => undefined)
    expect(await holder()).toBe(3)
    await groupNames.givingUp(executorOn(store), 'Sales', 3, async () => undefined)
    expect(await holder()).toBeUndefined()
  })

  test('a change that is refused keeps the name', async () => {
    await take('Sales', 3)
    const change = () => Promise.reject(new Error('refused'))
    await expect(groupNames.givingUp(executorOn(store), 'Sales', 3, change)).rejects.toThrow(
      'refused',
    )
    await expect(take('Sales', 4)).rejects.toMatchObject(taken)
  })

  test('who asks again after an answer was lost has the name all the same', async () => {
    await expect(take('Sales', 3, now, losingOneAnswer(store, 'group-name'))).rejects.toThrow()
    await take('Sales', 3, later(1))
    await expect(take('Sales', 4, later(2))).rejects.toMatchObject(taken)
  })
})
