import type { Command } from 'commander'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import type { Data } from './open-data.ts'

const currentToken = async ({ adapters }: Data): Promise<string> => {
  const token = await adapters.setupToken.current()
  if (token !== undefined) return token
  throw new StartupProblem('There is a first admin already: the token was used up with that.')
}

/** For an operator whose processes say what they have to say in places of their own. */
export const addSetupToken = (admin: Command, context: CliContext): void => {
  admin
    .command('setup-token')
    .summary('print what POST /api/setup asks for while there is no admin')
    .action(async () => context.print(await context.withData(currentToken)))
}
