import type { Passwords } from '../shared/ports/passwords.ts'
import type { Sessions } from '../shared/ports/sessions.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'
import { userDecider } from './user/decider.ts'

export type NewPasswordDependencies = {
  readonly passwords: Passwords
  readonly sessions: Sessions
}

/** Sets a password and ends all sessions but one; the rest of what the old one opened is void. */
export const setNewPassword = async (
  { passwords, sessions }: NewPasswordDependencies,
  executor: Executor,
  userId: number,
  password: string,
  exceptSessionKey?: string,
) => {
  // Ended before and after: neither a crash in between may leave them nor a login under way.
  await sessions.endAllOf(userId, exceptSessionKey)
  await passwords.set(userId, password)
  // Noted before sessions end, so that a login under way either sees the note or is ended.
  const { state: user } = await executor.execute(streams.user(userId), userDecider, {
    type: 'NotePasswordChange',
    data: { userId },
  })
  await sessions.endAllOf(userId, exceptSessionKey)
  return user
}
