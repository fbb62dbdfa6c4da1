import { join } from 'node:path'
import type pg from 'pg'
import type { Logger } from 'pino'
import { assertRestored } from '../backup/restore-mark.ts'
import type { Config, DatabaseConfig } from '../config.ts'
import { clientConfigOf } from '../database/address.ts'
import { type Installation, installationIn } from '../database/installation.ts'
import { type Logins, loginOf } from '../database/logins.ts'
import { samplePassword } from '../database/passwords.ts'
import { newerThanUs, unpreparedBecause } from '../database/prepared.ts'
import { keyIdsOf, sessionNameOf } from '../database/session-name.ts'
import { restoreSampleDatabase } from '../embedded/sample/restore.ts'
import { type Keys, openKeys } from '../keys.ts'
import { withKeptKeys } from '../security/kept-keys.ts'
import { storedKeyId } from '../security/key-check.ts'
import { withOwnPassword } from './database/own-password.ts'
import { type Prepared, prepareDatabase } from './database/prepare.ts'
import { withClient } from './database/with-client.ts'
import { partsOf } from './parts.ts'
import { NotYet, type Patience } from './patience.ts'
import { openPools, withDateStyle } from './pools.ts'
import { mark } from './process-name.ts'
import { sampleTls } from './sample-tls.ts'
import type { Storage } from './storage.ts'

type Given = Pick<Config, 'role' | 'dataDirectory' | 'masterKey' | 'newMasterKey'> & {
  readonly database: DatabaseConfig
}

/** Every door of our own, since none of them is where the operator's address names a user. */
const doorsOf = ({ logins }: Installation, { user }: pg.ClientConfig) =>
  user === undefined ? (Object.keys(logins) as (keyof Logins)[]) : []

/**
 * Prepares a given Postgres as its owner: at once, or by whoever does so at the same time.
 * `keepLogins`: who may log in, and with which password, stays as it is.
 */
export const prepareGiven = async (
  { database: { url, adminUrl = url }, ...config }: Given,
  log: Logger,
  { keepLogins = false } = {},
): Promise<Prepared & { readonly installation: Installation }> => {
  const address = clientConfigOf(url)
  const installation = installationIn(address.database ?? '')
  const prepared = await prepareDatabase({
    admin: clientConfigOf(adminUrl),
    installation,
    keysOf: (storedKeyId) => keysOf(config, storedKeyId, log),
    doors: keepLogins ? [] : doorsOf(installation, address),
    keepLogins,
    isOurs: false,
  })
  const { applied } = prepared
  if (applied.length > 0) log.info({ applied }, 'migrated')
  return { ...prepared, installation }
}

const keysOf = (
  {
    dataDirectory,
    masterKey,
    newMasterKey,
  }: Pick<Given, 'dataDirectory' | 'masterKey' | 'newMasterKey'>,
  storedKeyId: string | null,
  log: Logger,
): Keys =>
  openKeys({
    directory: join(dataDirectory, 'keys'),
    masterKey,
    newMasterKey,
    storedKeyId,
    warn: (message) => log.warn(message),
  })

const isMember = async (client: pg.ClientBase, role: string): Promise<boolean> => {
  const { rows } = await client.query<{ yes: boolean }>(
    `select coalesce(pg_has_role(oid, 'member'), false) as yes from pg_roles where rolname = $1`,
    [role],
  )
  return rows[0]?.yes ?? false
}

/** Its rows belong to the role that may restore them, whoever does. */
const restoreSample = (login: pg.ClientConfig, { sample, logins }: Installation) =>
  withClient({ ...login, database: sample }, async (client) => {
    if (await isMember(client, logins.command))
      await client.query(`set role ${client.escapeIdentifier(logins.command)}`)
    await restoreSampleDatabase(client)
  })

/** A user of the operator's answers strangers in their role; of ours they have a login. */
const strangersOf = ({ user }: pg.ClientConfig, login: pg.ClientConfig, logins: Logins) =>
  user === undefined ? login : { ...login, role: logins.public }

/**
 * Opens a Postgres of the operator's, as the database role of this process or as whom its address
 * names: prepared by this process where it knows the owner, else as soon as somebody has done so.
 * @throws {StartupProblem} where the master key is not that of the data
 */
export const openGivenStorage = async (
  config: Given,
  log: Logger,
  wait: Patience,
): Promise<Storage> => {
  const { url, adminUrl } = config.database
  const address = clientConfigOf(url)
  const { host = '', port = 5_432, database = '' } = address
  const installation = installationIn(database)
  const { logins, sample, sampleReader } = installation
  const doorKeys =
    adminUrl === undefined
      ? keysOf(config, null, log)
      : (await wait('database', () => prepareGiven(config, log))).keys
  const keyIds = keyIdsOf(doorKeys)
  const named = {
    ...address,
    application_name: sessionNameOf({ role: config.role, mark, keyIds }),
  }
  const as = (user: string): pg.ClientConfig =>
    address.user === undefined ? withOwnPassword({ ...named, user }, doorKeys) : named
  const own = as(loginOf(logins, config.role))
  const { pool, publicPool, patientPool, close } = openPools(
    own,
    strangersOf(address, as(logins.public), logins),
    log,
  )
  const keys = await wait('database', async () => {
    await assertRestored(pool)
    const reason = await unpreparedBecause(pool)
    if (reason !== undefined) throw new NotYet('not prepared', reason)
    const newer = await newerThanUs(pool)
    if (newer !== undefined) log.warn(newer)
    // Whether strangers can be answered in their role is found out, and said, before any of them asks.
    if (address.user !== undefined && partsOf[config.role].sides.length > 0)
      await publicPool.query('select')
    return withKeptKeys(pool, keysOf(config, await storedKeyId(pool), log))
  }).catch(async (error) => {
    await close()
    throw error
  })
  return {
    ...{ pool, publicPool, patientPool, keys, connection: withDateStyle(own) },
    owner: adminUrl === undefined ? undefined : { ...clientConfigOf(adminUrl), database },
    ownEndpoints: [{ host, port }],
    sample: {
      details: {
        ...{ host, port, dbname: sample, user: sampleReader },
        password: samplePassword(keys),
        ...sampleTls(url, address),
      },
      restore: () => restoreSample(own, installation),
    },
    stop: close,
  }
}
