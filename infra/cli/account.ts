import { userOfEmail } from '../../command-service/email-addresses.ts'
import type { Executor } from '../../command-service/execute.ts'
import { normalEmail } from '../../shared/contract/user.ts'
import type { EmailKeys } from '../../shared/ports/email-keys.ts'
import { StartupProblem } from '../startup-problem.ts'

/** Whose address it is. @throws {StartupProblem} for nobody, and for who is deactivated. */
export const activeAccount = async (
  { emailKeys }: { readonly emailKeys: EmailKeys },
  executor: Executor,
  email: string,
) => {
  const found = await userOfEmail(executor, emailKeys.of(normalEmail(email)))
  if (!found) throw new StartupProblem(`Nobody has the e-mail address ${email}.`)
  if (found.user.status !== 'active')
    throw new StartupProblem(`The account of ${email} is deactivated; an admin can reactivate it.`)
  return found
}
