import type { Command } from 'commander'
import type { Config } from '../config.ts'
import { clientConfigOf } from '../database/address.ts'
import { installationIn } from '../database/installation.ts'
import { deriveKeys, masterKeyFrom } from '../keys.ts'
import { preparationScript } from '../main/database/script.ts'
import { prepareGiven } from '../main/given-storage.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'

type Wishes = { readonly dryRun?: boolean; readonly keepLogins?: boolean }

const given = (config: Config): NonNullable<Config['database']> => {
  if (config.database) return config.database
  throw new StartupProblem(
    'Set DATABASE_URL, and DATABASE_ADMIN_URL beside it: a Postgres of our own prepares itself.',
  )
}

const describe = async ({ write }: CliContext, config: Config): Promise<void> => {
  const { database = '' } = clientConfigOf(given(config).url)
  const { masterKey } = config
  const keys =
    masterKey === undefined ? undefined : deriveKeys(masterKeyFrom(masterKey, 'MASTER_KEY'))
  await write(Buffer.from(preparationScript(installationIn(database), keys)))
}

const prepare = async (
  { print, log }: CliContext,
  config: Config,
  keepLogins: boolean,
): Promise<void> => {
  const database = given(config)
  if (database.adminUrl === undefined)
    throw new StartupProblem(
      'Set DATABASE_ADMIN_URL to a login that may create databases and roles, ' +
        'or print what it would do with --dry-run.',
    )
  const { installation, applied } = await prepareGiven({ ...config, database }, log, { keepLogins })
  const { host, port, user } = clientConfigOf(database.url)
  const { service, sample, logins } = installation
  print(`The database ${service} at ${host}:${port} is ready.`)
  print(
    applied.length === 0
      ? 'Its schema was up to date.'
      : `Migrations applied: ${applied.length}, up to ${applied.at(-1)}.`,
  )
  print(`Roles: ${Object.values(logins).join(', ')}.`)
  print(
    keepLogins || user !== undefined
      ? 'Their logins were left as they are.'
      : 'Each logs in with a password that follows from the master key.',
  )
  print(`The sample is in the database ${sample}.`)
}

/** What is done before the first process starts, by who owns the database server. */
export const addDatabase = (program: Command, context: CliContext): void => {
  program
    .command('database')
    .description('The Postgres that DATABASE_URL names.')
    .command('prepare')
    .summary('migrate it and make the roles that the processes log in as')
    .description(
      'Makes the databases of the service and of the sample, migrates, makes a role for each part ' +
        'of the service with what that part needs, and says so for processes that wait. It needs ' +
        'DATABASE_ADMIN_URL and the master key. Running it again, or twice at once, is harmless.',
    )
    .option('--dry-run', 'print the SQL, without passwords, and do nothing')
    .option('--keep-logins', 'leave it as it is who may log in, and with which password')
    .action(async ({ dryRun = false, keepLogins = false }: Wishes) => {
      const config = context.config()
      await (dryRun ? describe(context, config) : prepare(context, config, keepLogins))
    })
}
