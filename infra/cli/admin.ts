import type { Command } from 'commander'
import type { z } from 'zod'
import { grantAdmin, registerUser } from '../../command-service/accounts.ts'
import { refuseWeakPassword } from '../../command-service/email-addresses.ts'
import { setNewPassword } from '../../command-service/new-password.ts'
import { ensurePersonalCollection } from '../../command-service/personal-collections.ts'
import { completeSetup } from '../../command-service/setup/complete.ts'
import { instanceDecider } from '../../command-service/setup/decider.ts'
import { streams } from '../../command-service/streams.ts'
import { mustHavePassword } from '../../command-service/user/decider.ts'
import { name as nameShape } from '../../shared/contract/common.ts'
import { email as emailShape } from '../../shared/contract/user.ts'
import { systemExecutor } from '../main/system-executor.ts'
import { StartupProblem } from '../startup-problem.ts'
import { activeAccount } from './account.ts'
import type { CliContext } from './context.ts'
import type { Data } from './open-data.ts'
import { addResetLink } from './reset-link.ts'
import { addSetupToken } from './setup-token.ts'

type Names = { readonly email: string; readonly firstName: string; readonly lastName: string }

/** What an option says, if it is what the API would take. @throws {StartupProblem} */
const checked = (option: string, shape: z.ZodType<string>, text: string): string => {
  const parsed = shape.safeParse(text)
  if (parsed.success) return parsed.data
  throw new StartupProblem(`--${option} ${parsed.error.issues[0]?.message ?? 'is not valid'}.`)
}

const checkedEmail = (text: string) => checked('email', emailShape, text)

/** The first admin where nobody is set up yet, a further one otherwise. */
const createAdmin = async ({ adapters }: Data, names: Names, password: string): Promise<void> => {
  const executor = systemExecutor(adapters, 'admin create')
  refuseWeakPassword('password', password, adapters.passwordProblem)
  const { state } = await executor.load(streams.instance, instanceDecider)
  if (!state.firstAdmin) {
    await completeSetup(adapters, executor, adapters.ids, { ...names, password })
    return
  }
  const userId = await adapters.ids.next('user')
  const membershipId = await adapters.ids.next('membership')
  await registerUser(adapters, executor, { ...names, userId, membershipId, password })
  await ensurePersonalCollection(executor, adapters.ids, userId)
  await grantAdmin(executor, userId, await adapters.ids.next('membership'))
}

const resetPassword = async ({ adapters }: Data, email: string, password: string) => {
  const executor = systemExecutor(adapters, 'admin reset-password')
  const { userId, user } = await activeAccount(adapters, executor, email)
  mustHavePassword(user)
  refuseWeakPassword('password', password, adapters.passwordProblem)
  await setNewPassword(adapters, executor, userId, password)
}

const passwordNote = `
The password is asked for on the terminal, or taken from ADMIN_PASSWORD, or from the file that
ADMIN_PASSWORD_FILE names.`

export const addAdmin = (program: Command, context: CliContext): void => {
  const admin = program
    .command('admin')
    .description('Get back in: for whoever can reach the machine but not the service.')
  admin
    .command('create')
    .summary('make a further admin')
    .requiredOption('--email <address>', 'e-mail address to log in with')
    .requiredOption('--first-name <name>', 'first name')
    .requiredOption('--last-name <name>', 'last name')
    .addHelpText('after', passwordNote)
    .action(async (given: Names) => {
      const names = {
        email: checkedEmail(given.email),
        firstName: checked('first-name', nameShape(), given.firstName),
        lastName: checked('last-name', nameShape(), given.lastName),
      }
      const password = await context.password()
      await context.withData((data) => createAdmin(data, names, password))
      context.print(`${names.email} is an admin now and can log in.`)
    })
  admin
    .command('reset-password')
    .summary("set anybody's password and end their sessions")
    .requiredOption('--email <address>', 'whose password')
    .addHelpText('after', passwordNote)
    .action(async (given: { email: string }) => {
      const email = checkedEmail(given.email)
      const password = await context.password()
      await context.withData((data) => resetPassword(data, email, password))
      context.print(`The password of ${email} is set. All of their sessions have ended.`)
    })
  addResetLink(admin, context)
  addSetupToken(admin, context)
}
