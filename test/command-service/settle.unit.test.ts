import { expect, test } from '@jest/globals'
import { settle } from '../../command-service/settle.ts'
import type { ProjectionProgress } from '../../shared/ports/projection-progress.ts'

const reached = (position?: bigint, accessTaken?: bigint) => ({
  position: () => position,
  accessTaken: () => accessTaken,
})

/** Readers that stand at a position and do not move. */
const standingAt = (at: bigint): ProjectionProgress => ({
  known: () => at,
  reached: async (position) => position <= at,
})

test('a request that touched nothing has nothing to wait for', async () => {
  expect(await settle(reached(), standingAt(0n), 10)).toEqual({
    position: undefined,
    pending: false,
  })
})

test('a write readers can see is settled', async () => {
  expect(await settle(reached(7n, 7n), standingAt(7n), 10)).toEqual({
    position: 7n,
    pending: false,
  })
})

test('a write readers cannot see in time is pending', async () => {
  expect(await settle(reached(7n), standingAt(6n), 10)).toEqual({ position: 7n, pending: true })
})

test('a loss of access readers do not know of is not acknowledged', async () => {
  await expect(settle(reached(7n, 7n), standingAt(6n), 10)).rejects.toMatchObject({
    kind: 'projection-lag',
    extras: { retryAfter: 1 },
  })
})

test('a loss of access readers know of does not hold up what came after', async () => {
  expect(await settle(reached(9n, 7n), standingAt(8n), 10)).toEqual({ position: 9n, pending: true })
})
