import { isIP } from 'node:net'
import { MongoClient, type MongoClientOptions, ReadPreference } from 'mongodb'
import { type ConnectionDetails, ConnectionProblem } from '../../../shared/ports/engine-driver.ts'
import { serverName } from '../connect.ts'
import type { EngineOptions } from '../options.ts'
import type { TlsPlan } from '../tls.ts'

/** Where users are kept unless somebody chose otherwise. */
const usualAuthdb = 'admin'

const credentials = ({ user, password, authdb }: ConnectionDetails): MongoClientOptions => {
  if (user === '') return {}
  if (!password) throw new ConnectionProblem('A user needs a password.', 'password')
  return { auth: { username: user, password }, authSource: authdb || usualAuthdb }
}

const tlsOptions = (plan: TlsPlan, host: string): MongoClientOptions => {
  if (plan === 'plain') return { tls: false }
  const { verify, ca } = plan
  return {
    tls: true,
    tlsAllowInvalidCertificates: verify === 'nothing',
    tlsAllowInvalidHostnames: verify !== 'chain-and-name',
    ...serverName(host),
    ...(ca === undefined ? {} : { ca }),
  }
}

type Lookup = NonNullable<MongoClientOptions['lookup']>

/** The package asks for the address of a name again and again, and is always told this one. */
const onlyTo =
  (address: string): Lookup =>
  (_name, { all }, answer) => {
    const family = isIP(address)
    if (all) answer(null, [{ address, family }])
    else answer(null, address, family)
  }

const hostIn = (host: string, port: number): string =>
  isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`

export type ClientBounds = Pick<EngineOptions, 'poolSize' | 'connectTimeoutMs' | 'idleMs'>

/** A few more than queries, to stop those with. */
const spareConnections = 2

/**
 * A client of one server at one address: whatever the server says of others is not followed. It
 * looks after the server itself by asking it every now and then.
 */
export const newClient = (
  details: ConnectionDetails,
  address: string,
  plan: TlsPlan,
  { poolSize, connectTimeoutMs, idleMs }: ClientBounds,
): MongoClient =>
  new MongoClient(
    `mongodb://${hostIn(isIP(details.host) ? address : details.host, details.port)}/`,
    {
      ...credentials(details),
      ...tlsOptions(plan, details.host),
      lookup: onlyTo(address),
      directConnection: true,
      maxPoolSize: poolSize + spareConnections,
      maxIdleTimeMS: idleMs,
      connectTimeoutMS: connectTimeoutMs,
      serverSelectionTimeoutMS: connectTimeoutMs,
      serverMonitoringMode: 'poll',
      readPreference: ReadPreference.secondaryPreferred,
      retryReads: false,
      retryWrites: false,
      appName: 'analytics',
    },
  )
