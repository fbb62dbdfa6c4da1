import { randomUUID } from 'node:crypto'
import { expect, test } from '@jest/globals'
import { createExecutor } from '../../command-service/execute.ts'
import { adminRosterDecider } from '../../command-service/user/admin-roster-decider.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

const envelope = {
  actor: { kind: 'system', name: 'test' },
  commandId: randomUUID(),
} as const

const grant = (userId: number) => ({
  type: 'GrantAdmin' as const,
  data: { userId, membershipId: userId * 10 },
})
const revoke = (userId: number) => ({ type: 'RevokeAdmin' as const, data: { userId } })

test('a trial decides on what it decided before, and leaves the log as it was', async () => {
  const store = memoryEventStore()
  const earlier = createExecutor(store, { ...envelope, commandId: randomUUID() })
  await earlier.execute('admin-roster', adminRosterDecider, grant(1))
  const executor = createExecutor(store, envelope)
  const head = await store.head()

  const trial = executor.tryOut()
  await trial.executor.execute('admin-roster', adminRosterDecider, grant(2))
  await trial.executor.execute('admin-roster', adminRosterDecider, revoke(1))
  await expect(
    trial.executor.execute('admin-roster', adminRosterDecider, revoke(2)),
  ).rejects.toBeInstanceOf(Refusal)
  expect(trial.appended().map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'AdminGranted', data: { userId: 2, membershipId: 20 } },
    { type: 'AdminRevoked', data: { userId: 1, membershipId: 10 } },
  ])

  expect(await store.head()).toBe(head)
  expect(executor.position()).toBeUndefined()
  const again = await executor.execute('admin-roster', adminRosterDecider, grant(2))
  expect(again).toMatchObject({ changed: true, revision: 1 })
})
