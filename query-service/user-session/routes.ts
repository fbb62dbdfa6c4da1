import * as contract from '../../shared/contract/user-session.ts'
import { found } from '../../shared/kernel/refusal.ts'
import type { Sessions } from '../../shared/ports/sessions.ts'
import { on, type QueryRoute } from '../context.ts'

export type UserSessionDependencies = { readonly sessions: Pick<Sessions, 'of'> }

export const userSessionRoutes = ({ sessions }: UserSessionDependencies): readonly QueryRoute[] => [
  on(contract.listSessions, async ({ params: { id } }, { actor, views }) => {
    const user = await views
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .executeTakeFirst()
    found(user, 'User')
    const live = await sessions.of(id)
    return live.map(({ sessionKey, createdAt, lastSeenAt, expiresAt, ...session }) => ({
      ...session,
      created_at: createdAt.toISOString(),
      last_seen_at: lastSeenAt?.toISOString() ?? null,
      expires_at: expiresAt.toISOString(),
      is_current: sessionKey === actor.sessionKey,
    }))
  }),
]
