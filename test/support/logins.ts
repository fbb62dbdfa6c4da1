import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import {
  type DatabaseRole,
  databaseRoles,
  type Logins,
  loginsOf,
} from '../../infra/database/logins.ts'
import { loginScript, rolesScript } from '../../infra/database/roles.ts'
import { grantAccess } from '../../infra/migrations/grants.ts'
import type { TestDatabase } from './test-database.ts'

export type LoggedIn = {
  readonly logins: Logins
  /** A pool as each of them. */
  readonly as: Readonly<Record<DatabaseRole | 'app', Pool>>
  /** Before the database is dropped; read models and all. */
  drop(): Promise<void>
}

const password = 'secret'

/** The roles of an installation on a database that was migrated, each with a pool of its own. */
export const logIn = async (database: TestDatabase): Promise<LoggedIn> => {
  const logins = loginsOf(`t${randomBytes(4).toString('hex')}_app`)
  const names = Object.values(logins)
  await database.pool.query(rolesScript(names))
  for (const name of names) await database.pool.query(loginScript(name, `'${password}'`))
  await grantAccess(database.pool, logins)
  const poolOf = (name: string): Pool => {
    const address = new URL(database.url)
    Object.assign(address, { username: name, password })
    return database.openPool({ connectionString: address.href })
  }
  const pools = (['app', ...databaseRoles] as const).map((role) => [role, poolOf(logins[role])])
  return {
    logins,
    as: Object.fromEntries(pools),
    drop: async () => {
      // The projector first: what it gives to the others goes with it.
      for (const name of [logins.projector, ...names.filter((it) => it !== logins.projector)])
        await database.pool.query(`drop owned by ${name} cascade`)
      await database.pool.query(`drop role ${names.join(', ')}`)
    },
  }
}
