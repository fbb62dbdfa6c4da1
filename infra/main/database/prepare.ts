import pg from 'pg'
import { assertRestored } from '../../backup/restore-mark.ts'
import { claimScript, refuseRolesOfOthers } from '../../database/claim.ts'
import type { Installation } from '../../database/installation.ts'
import type { Logins } from '../../database/logins.ts'
import { rolePassword, verifierOf } from '../../database/passwords.ts'
import { preparedScript } from '../../database/prepared.ts'
import { loginScript, rolesScript } from '../../database/roles.ts'
import { ensureDatabase } from '../../embedded/databases.ts'
import type { Keys } from '../../keys.ts'
import { grantsScript } from '../../migrations/grants.ts'
import { migrate } from '../../migrations/migrate.ts'
import { openPool } from '../../postgres/pool.ts'
import { withKeptKeys } from '../../security/kept-keys.ts'
import { bindToKey, storedKeyId } from '../../security/key-check.ts'
import { prepareSample } from './sample.ts'
import { type Connect, withClient } from './with-client.ts'

export type Preparation = {
  /** An owner's login; its database is where others are made from. */
  readonly admin: pg.ClientConfig
  readonly installation: Installation
  /** The keys that go with the data, by the id of the key it was written with; null: there is none. */
  readonly keysOf: (storedKeyId: string | null) => Keys
  /** Which roles can log in afterwards, with passwords of ours; those of others stay as they are. */
  readonly doors: readonly (keyof Logins)[]
  /** The sample's reader keeps its password as well, if it has one. */
  readonly keepLogins?: boolean
  /** The server is ours alone: nobody else's databases are there to be left open. */
  readonly isOurs: boolean
}

export type Prepared = {
  readonly keys: Keys
  /** Names of the migrations that were applied. */
  readonly applied: readonly string[]
}

/** Who prepares at the same time waits; in the database that all of them come by. */
const inTurn = async <T>(client: pg.Client, service: string, work: () => Promise<T>) => {
  await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [`prepare ${service}`])
  return work()
}

const prepareService = async (
  connect: Connect,
  { installation, keysOf, doors, isOurs }: Preparation,
): Promise<Prepared> => {
  const { service, logins } = installation
  const owner = openPool({ ...connect(service), max: 2 }, () => undefined)
  try {
    await assertRestored(owner)
    const applied = await migrate(owner)
    const keys = await withKeptKeys(owner, keysOf(await storedKeyId(owner)))
    const claim = { role: logins.app, service, keyId: keys.keyId }
    const isShared = doors.length > 0 && !isOurs
    if (isShared) await refuseRolesOfOthers(owner, claim)
    await bindToKey(owner, keys.keyId)
    const opened = doors.map((door) =>
      loginScript(logins[door], pg.escapeLiteral(verifierOf(rolePassword(keys, logins[door])))),
    )
    // One query, and so one transaction: nobody sees a part of it.
    await owner.query(
      [
        rolesScript(Object.values(logins)),
        ...opened,
        ...(isShared ? [claimScript(claim)] : []),
        grantsScript(logins, service),
        preparedScript,
      ].join('\n'),
    )
    return { keys, applied }
  } finally {
    await owner.end()
  }
}

/**
 * Makes a Postgres server ready for the service, as its owner: databases, migrations, a role for each
 * part of the service with what it may do, and the sample. What is there already stays; two at once
 * do it once.
 * @throws {StartupProblem} where the keys are not those of the data, the roles are another's, or a
 * restore did not end
 */
export const prepareDatabase = (preparation: Preparation): Promise<Prepared> => {
  const { admin, installation } = preparation
  const { service, sample } = installation
  const connect: Connect = (database) => ({ ...admin, database })
  return withClient(admin, (client) =>
    inTurn(client, service, async () => {
      await ensureDatabase(client, service)
      const prepared = await prepareService(connect, preparation)
      await ensureDatabase(client, sample)
      await prepareSample(connect, { ...preparation, keys: prepared.keys })
      return prepared
    }),
  )
}
