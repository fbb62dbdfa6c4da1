import { derivedUuid } from '../../../../command-service/event-ids.ts'
import { Refusal } from '../../../../shared/kernel/refusal.ts'
import type { Sessions } from '../../../../shared/ports/sessions.ts'
import { memberships } from '../../../../shared/views/group.ts'
import { users } from '../../../../shared/views/user.ts'
import { rowsIn } from '../../../support/memory-tables.ts'
import type { ReadModels } from './read-models.ts'

type Session = { readonly id: number; readonly userId: number; pending: bigint | undefined }

const namespace = 'b0a4f1de-41ab-4a06-8f57-0e7a3f0f5c11'

/** The sessions of all processes; who somebody is, the read models say, as in the look-up of the service. */
export const createSessions = (readModels: ReadModels): Sessions => {
  const sessions = new Map<string, Session>()
  let started = 0

  const endWhere = (isMeant: (token: string, session: Session) => boolean): readonly number[] =>
    [...sessions].flatMap(([token, session]) => {
      if (!isMeant(token, session)) return []
      sessions.delete(token)
      return [session.id]
    })

  return {
    start: async (userId) => {
      started += 1
      const token = derivedUuid(namespace, String(started))
      sessions.set(token, { id: started, userId, pending: undefined })
      return token
    },
    authenticate: async (token) => {
      const session = sessions.get(token)
      if (!session) return undefined
      const { userId, pending } = session
      const { tables } = readModels
      const user = rowsIn(tables, users).find(({ id }) => id === userId)
      if (!user) throw new Refusal('projection-lag', 'You are not known yet.', { retryAfter: 1 })
      if (!user.is_active) return undefined
      const groupIds = rowsIn(tables, memberships).flatMap((row) =>
        row.user_id === userId ? [row.group_id] : [],
      )
      return {
        actor: { userId, isSuperuser: user.is_superuser, groupIds, sessionKey: token },
        pendingPosition: pending,
        checkpoint: readModels.checkpoint(),
      }
    },
    end: async (key) => void endWhere((token) => token === key),
    endToken: async (key) => void endWhere((token) => token === key),
    endAllOf: async (userId, except) =>
      endWhere((token, session) => session.userId === userId && token !== except),
    endOne: async (userId, id) =>
      endWhere((_, session) => session.userId === userId && session.id === id).length === 1,
    of: async () => [],
    awaitPosition: async (key, position) => {
      const session = sessions.get(key)
      if (session && (session.pending ?? -1n) < position) session.pending = position
    },
  }
}
