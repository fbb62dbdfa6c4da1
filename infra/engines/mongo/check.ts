import { ConnectionProblem } from '../../../shared/ports/engine-driver.ts'
import type { MongoConnection } from './connection.ts'
import { connectionProblem } from './problems.ts'

/** Databases come to be when something is put into them: a name spelt wrong would simply be empty. */
const refuseUnlessThere = async ({ db, client }: MongoConnection, signal: AbortSignal) => {
  const filter = { name: db.databaseName }
  const command = { listDatabases: 1, nameOnly: true, authorizedDatabases: true, filter }
  const { databases } = await client.db('admin').command(command, { signal })
  if (!Array.isArray(databases) || databases.length === 0)
    throw new ConnectionProblem(
      'There is no such database, or nothing in it that the user may read.',
      'dbname',
    )
}

const writing = new Set([
  'insert',
  'update',
  'remove',
  'dropCollection',
  'dropDatabase',
  'createUser',
])

type Privilege = { readonly actions?: readonly string[] }

const warningOf = async (
  mongo: MongoConnection,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { authInfo } = await mongo.db.command(
    { connectionStatus: 1, showPrivileges: true },
    { signal },
  )
  if (!authInfo?.authenticatedUsers?.length)
    return 'The server asks nobody for a password: whoever reaches it may do anything.'
  const privileges: readonly Privilege[] = authInfo.authenticatedUserPrivileges ?? []
  return privileges.some(({ actions }) => actions?.some((action) => writing.has(action)))
    ? 'The database user may write. Queries only read, but a user with the role "read" is safer.'
    : undefined
}

/**
 * Makes sure that there is something to read; answers what an administrator is to know of the user.
 * @throws {ConnectionProblem}
 */
export const checkUser = async (
  mongo: MongoConnection,
  signal: AbortSignal,
): Promise<string | undefined> => {
  try {
    await refuseUnlessThere(mongo, signal)
    return await warningOf(mongo, signal)
  } catch (error) {
    throw connectionProblem(error, 'plain')
  }
}
