import { loadUser } from '../../command-service/accounts.ts'
import { issueResetToken } from '../../command-service/reset-tokens.ts'
import { systemExecutor } from '../../infra/main/system-executor.ts'
import type { TestService } from './service.ts'

/** A token that sets this user's password, as a mail would bring it. */
export const resetTokenFor = async (
  { service }: Pick<TestService, 'service'>,
  userId: number,
): Promise<string> => {
  const executor = systemExecutor(service.adapters, 'a test')
  const user = await loadUser(executor, userId)
  const issued = await issueResetToken(service.adapters, executor, userId, user)
  if (!issued) throw new Error(`user ${userId} gets no token`)
  return issued.token
}
