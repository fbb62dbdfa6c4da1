import * as contract from '../../shared/contract/user-session.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { Sessions } from '../../shared/ports/sessions.ts'
import { loadUser } from '../accounts.ts'
import { type CommandRoute, on } from '../context.ts'
import type { Executor } from '../execute.ts'
import { streams } from '../streams.ts'

export type EndingDependencies = { readonly sessions: Sessions }

const findUser = async (executor: Executor, userId: number) => {
  const { status } = await loadUser(executor, userId)
  found(status === 'unknown' ? undefined : status, 'User')
}

/** For auditors: by whom is said by who the event's actor is. */
const recordEnd = (executor: Executor, userId: number, sessionIds: readonly number[]) =>
  executor.record(streams.access(userId), {
    type: 'UserSessionsEnded',
    data: { userId, sessionIds },
  })

export const endingRoutes = ({ sessions }: EndingDependencies): CommandRoute[] => [
  on(contract.endSessions, async ({ params: { id } }, { actor, executor }) => {
    await findUser(executor, id)
    const ended = await sessions.endAllOf(id, actor.sessionKey)
    if (ended.length > 0) await recordEnd(executor, id, ended)
  }),

  on(contract.endSession, async ({ params: { id, sessionId } }, { executor }) => {
    found((await sessions.endOne(id, sessionId)) || undefined, 'Session')
    await recordEnd(executor, id, [sessionId])
  }),
]
