import { connect as tcp } from 'node:net'
import { Client, type Connection } from 'pg'
import type { ConnectionDetails, ConnectionProblem } from '../../../shared/ports/engine-driver.ts'
import type { AddressGuard } from '../address-guard.ts'
import { connectOver, serverName } from '../connect.ts'
import type { TlsPlan } from '../tls.ts'
import { isAboutTls } from './problems.ts'
import type { RowTap } from './row-tap.ts'
import type { PostgresType } from './types.ts'

export type PostgresConnection = {
  readonly client: Client
  readonly rows: RowTap
  /** Where it really is connected to, for cancel requests. */
  readonly address: string
  readonly port: number
  /** Types found in the catalogue, by oid; shared by all connections to the database. */
  readonly types: Map<number, PostgresType>
  readonly alive: boolean
  close(): void
}

/** In what servers that speak the protocol differ while one connects to them. */
export type Doorway = {
  readonly tap: (connection: Connection) => RowTap
  /** Statements of ours, once for each connection. */
  readonly opening: readonly string[]
  /** Types known from the start, by oid. */
  readonly types: ReadonlyMap<number, PostgresType>
  readonly problemOf: (error: unknown) => ConnectionProblem
}

const tlsOptions = (host: string, plan: TlsPlan) => {
  if (plan === 'plain') return false
  const { verify, ca } = plan
  return {
    host,
    ...serverName(host),
    ...(ca === undefined ? {} : { ca }),
    rejectUnauthorized: verify !== 'nothing',
    ...(verify === 'chain-and-name' ? {} : { checkServerIdentity: () => undefined }),
  }
}

const newClient = (details: ConnectionDetails, address: string, plan: TlsPlan, timeout: number) =>
  new Client({
    host: address,
    port: details.port,
    database: details.dbname,
    user: details.user,
    // A function, because the package would fill an empty password from our own environment.
    password: () => details.password ?? '',
    ssl: tlsOptions(details.host, plan),
    application_name: 'analytics-service',
    connectionTimeoutMillis: timeout,
    keepAlive: true,
  })

const connectTo = async (
  client: Client,
  opening: readonly string[],
): Promise<{ readonly lost: boolean }> => {
  const state = { lost: false }
  const lose = () => {
    state.lost = true
  }
  client.on('error', lose)
  client.on('end', lose)
  try {
    await client.connect()
    for (const statement of opening) await client.query(statement)
    return state
  } catch (error) {
    // The package leaves the socket open, and the server would wait for a password at its end.
    client.connection.stream.destroy()
    throw error
  }
}

/** A function that opens connections to the database of these details. */
export const postgresConnector = (
  guard: AddressGuard,
  connectTimeoutMs: number,
  doorway: Doorway,
) => {
  return (details: ConnectionDetails) => {
    const types = new Map(doorway.types)

    const attempt = async (address: string, plan: TlsPlan): Promise<PostgresConnection> => {
      const client = newClient(details, address, plan, connectTimeoutMs)
      const rows = doorway.tap(client.connection)
      const state = await connectTo(client, doorway.opening)
      return {
        client,
        rows,
        address,
        port: details.port,
        types,
        get alive() {
          return !state.lost
        },
        close: () => void client.end().catch(() => undefined),
      }
    }

    return async (): Promise<PostgresConnection> => {
      try {
        return await connectOver(await guard(details), details, attempt, isAboutTls)
      } catch (error) {
        throw doorway.problemOf(error)
      }
    }
  }
}

const cancelRequestCode = 80877102

const keysOf = (client: Client): readonly [number, number] | undefined =>
  'processID' in client &&
  'secretKey' in client &&
  typeof client.processID === 'number' &&
  typeof client.secretKey === 'number'
    ? [client.processID, client.secretKey]
    : undefined

/** Asks the server, over a socket of its own, to stop what this connection is running. */
export const cancel = ({ client, address, port }: PostgresConnection): Promise<void> =>
  new Promise((resolve, reject) => {
    const keys = keysOf(client)
    if (!keys) return reject(new Error('The server gave no key to cancel with.'))
    const request = Buffer.alloc(16)
    for (const [index, word] of [16, cancelRequestCode, ...keys].entries())
      request.writeInt32BE(word, index * 4)
    const socket = tcp({ host: address, port, timeout: 1_000 })
    socket.on('connect', () => socket.write(request))
    socket.on('timeout', () => socket.destroy(new Error('The cancel request was not answered.')))
    socket.on('error', reject)
    // The server closes the socket when it has passed the request on.
    socket.on('close', () => resolve())
    socket.resume()
  })
