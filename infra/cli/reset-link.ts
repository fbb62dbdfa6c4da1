import type { Command } from 'commander'
import { issueResetToken } from '../../command-service/reset-tokens.ts'
import { resetPasswordPath } from '../../shared/contract/password-pages.ts'
import { systemExecutor } from '../main/system-executor.ts'
import { StartupProblem } from '../startup-problem.ts'
import { activeAccount } from './account.ts'
import type { CliContext } from './context.ts'
import type { Data } from './open-data.ts'

const linkFor = async ({ adapters }: Data, email: string): Promise<string> => {
  const executor = systemExecutor(adapters, 'admin reset-link')
  const { userId, user } = await activeAccount(adapters, executor, email)
  const issued = await issueResetToken(adapters, executor, userId, user)
  if (issued) return adapters.siteLinks.to(resetPasswordPath(issued.token))
  throw new StartupProblem(`The account of ${email} logs in through the identity provider.`)
}

const addressNote = `
The link begins with SITE_URL or the setting site-url; as long as neither says anything, with where
the service would listen by this environment. It works once; the one before it does no more.`

export const addResetLink = (admin: Command, context: CliContext): void => {
  admin
    .command('reset-link')
    .summary('print a link that sets a password, where there is no mail')
    .argument('<email>', 'whose password')
    .addHelpText('after', addressNote)
    .action(async (email: string) =>
      context.print(await context.withData((data) => linkFor(data, email))),
    )
}
