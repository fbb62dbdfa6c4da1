import type { ClientSession, Db, MongoClient } from 'mongodb'
import { type ConnectionDetails, ConnectionProblem } from '../../../shared/ports/engine-driver.ts'
import type { AddressGuard } from '../address-guard.ts'
import { connectOver, networkProblem } from '../connect.ts'
import type { TlsPlan } from '../tls.ts'
import { type ClientBounds, newClient } from './client.ts'
import { connectionProblem, isAboutTls } from './problems.ts'
import { type Hold, shared } from './shared.ts'

/** The right to one question at a time; the sockets are the client's, which all of them share. */
export type MongoConnection = {
  readonly db: Db
  readonly client: MongoClient
  /** What the server knows a question by that is to be stopped. */
  readonly session: ClientSession
  /** Aborts when the connection is given up: questions on it let go of their sockets. */
  readonly signal: AbortSignal
  readonly alive: boolean
  close(): void
  /** Ends the question of this connection, over another socket. */
  interrupt(): Promise<void>
}

const interruptMs = 3_000

/** The package goes on trying for as long as it may; the first failure is told at once. */
const firstFailure = (client: MongoClient): Promise<never> => {
  const failure = new Promise<never>((_resolve, reject) => {
    client.once('serverHeartbeatFailed', (event) => reject(event.failure))
  })
  failure.catch(() => undefined)
  return failure
}

const tooLate = (milliseconds: number) => {
  let timer: NodeJS.Timeout | undefined
  const elapsed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      reject(new ConnectionProblem('The server did not answer in time.', 'host'))
    }, milliseconds)
  })
  return { elapsed, cancel: () => clearTimeout(timer) }
}

const letGo = (client: MongoClient): void => {
  client.close().catch(() => undefined)
}

/** A client that has reached its server and been let in. */
const connected = async (
  details: ConnectionDetails,
  address: string,
  plan: TlsPlan,
  bounds: ClientBounds,
): Promise<MongoClient> => {
  const client = newClient(details, address, plan, bounds)
  const limit = tooLate(bounds.connectTimeoutMs)
  try {
    return await Promise.race([client.connect(), firstFailure(client), limit.elapsed])
  } catch (error) {
    letGo(client)
    throw connectionProblem(error, plan)
  } finally {
    limit.cancel()
  }
}

/** Once the server was away, a client's sockets are of no use: the next question gets another one. */
const watch = (client: MongoClient, hold: Hold<MongoClient>): void => {
  client.on('serverHeartbeatFailed', hold.spoil)
  client.on('connectionPoolCleared', hold.spoil)
}

const lend = (hold: Hold<MongoClient>, dbname: string): MongoConnection => {
  const client = hold.value
  const session = client.startSession({ causalConsistency: false })
  const controller = new AbortController()
  return {
    client,
    session,
    db: client.db(dbname),
    signal: controller.signal,
    get alive() {
      return !hold.isSpoilt() && !controller.signal.aborted
    },
    close() {
      if (controller.signal.aborted) return
      controller.abort()
      session.endSession().catch(() => undefined)
      hold.release()
    },
    async interrupt() {
      const { id } = session
      if (!id) return
      const signal = AbortSignal.timeout(interruptMs)
      await client.db('admin').command({ killSessions: [id] }, { signal })
    },
  }
}

/** A function that opens connections to the database of these details. */
export const mongoConnector = (guard: AddressGuard, bounds: ClientBounds) => {
  return (details: ConnectionDetails) => {
    const clients = shared<MongoClient>(letGo)

    const open = async (): Promise<MongoClient> => {
      const attempt = (address: string, plan: TlsPlan) => connected(details, address, plan, bounds)
      try {
        return await connectOver(await guard(details), details, attempt, isAboutTls)
      } catch (error) {
        throw networkProblem(error) ?? connectionProblem(error, 'plain')
      }
    }

    return async (): Promise<MongoConnection> => {
      const hold = await clients.hold(open)
      if (hold.isFirst) watch(hold.value, hold)
      return lend(hold, details.dbname)
    }
  }
}
