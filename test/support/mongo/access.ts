import type { Document } from 'mongodb'
import { unauthorized } from './command-error.ts'
import type { User } from './store.ts'

const reading = ['find', 'listCollections', 'collStats', 'killCursors']
const writing = ['insert', 'update', 'remove', 'createCollection', 'dropCollection']

/** What the roles of the server let people do; `root` is of all databases. */
const actionsOf: Readonly<Record<string, readonly string[]>> = {
  read: reading,
  readWrite: [...reading, ...writing],
  root: [...reading, ...writing, 'createUser', 'dropDatabase', 'killop', 'inprog'],
}

/** What each command needs; what is not listed, anybody may who has logged in. */
const neededFor: Readonly<Record<string, string>> = {
  aggregate: 'find',
  find: 'find',
  count: 'find',
  distinct: 'find',
  listCollections: 'listCollections',
  listIndexes: 'listCollections',
  collStats: 'collStats',
  insert: 'insert',
  create: 'createCollection',
  drop: 'dropCollection',
  dropDatabase: 'dropDatabase',
  createUser: 'createUser',
  dropUser: 'createUser',
  killOp: 'killop',
}

/** These are how one comes in. */
const openToAll = new Set([
  'hello',
  'ismaster',
  'isMaster',
  'ping',
  'buildInfo',
  'buildinfo',
  'saslStart',
  'saslContinue',
  'connectionStatus',
  'endSessions',
])

export const mayDo = (user: User, action: string, db: string): boolean =>
  user.roles.some(
    ({ role, db: of }) => (role === 'root' || of === db) && actionsOf[role]?.includes(action),
  )

/** @throws {CommandError} 13 */
export const refuseUnlessAllowed = (user: User | undefined, name: string, db: string): void => {
  if (openToAll.has(name)) return
  if (!user) throw unauthorized(`Command ${name} requires authentication`)
  const action = neededFor[name]
  if (action !== undefined && !mayDo(user, action, db))
    throw unauthorized(`not authorized on ${db} to execute command ${name}`)
}

/** As `connectionStatus` tells it. */
export const authInfo = (user: User | undefined): Document => ({
  authenticatedUsers: user ? [{ user: user.name, db: 'admin' }] : [],
  authenticatedUserRoles: user?.roles ?? [],
  authenticatedUserPrivileges: (user?.roles ?? []).map(({ role, db }) => ({
    resource: { db, collection: '' },
    actions: actionsOf[role] ?? [],
  })),
})
