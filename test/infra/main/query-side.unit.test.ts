import { describe, expect, test } from '@jest/globals'
import type { Call } from '../../../infra/http/pipeline.ts'
import { mountQuery } from '../../../infra/main/query-side.ts'
import type { QueryContext } from '../../../query-service/context.ts'
import { getCurrentUser } from '../../../shared/contract/user.ts'
import type { ProjectionProgress } from '../../../shared/ports/projection-progress.ts'

const standingAt = (at: bigint): ProjectionProgress => ({
  known: () => at,
  reached: async (position) => position <= at,
})

/** The position a read of somebody at checkpoint 5 counts on. */
const positionOf = async (
  readersAt: bigint,
  { asked, pending }: { asked?: string; pending?: bigint } = {},
) => {
  let seen: bigint | undefined
  const mount = mountQuery({ views: {} as never, progress: standingAt(readersAt), waitMs: 1 })
  const { answer } = mount({
    endpoint: getCurrentUser,
    handle: async (_, context: QueryContext) => {
      seen = context.position
      return {}
    },
  })
  const actor = { userId: 1, isSuperuser: false, groupIds: [], sessionKey: 'key' }
  const call: Call = {
    endpoint: getCurrentUser,
    request: {} as never,
    session: { actor, pendingPosition: pending, checkpoint: 5n },
    requestId: 'request',
    address: '',
    signal: new AbortController().signal,
    afterwards: () => undefined,
    header: (name) => (name === 'x-at-least-position' ? asked : undefined),
    bodyBytes: Buffer.alloc(0),
    path: '/',
  }
  await answer(call)
  return seen
}

describe('a read counts on', () => {
  test('the checkpoint its session was looked up at', async () => {
    expect(await positionOf(5n)).toBe(5n)
    expect(await positionOf(5n, { asked: '4', pending: 3n })).toBe(5n)
  })

  test('what it waited for: nothing cached before that will do', async () => {
    expect(await positionOf(9n, { asked: '9' })).toBe(9n)
    expect(await positionOf(9n, { pending: 8n })).toBe(8n)
    expect(await positionOf(9n, { asked: '7', pending: 8n })).toBe(8n)
  })

  test('nothing, when it waits in vain', async () => {
    await expect(positionOf(5n, { asked: '6' })).rejects.toMatchObject({ kind: 'projection-lag' })
  })
})
