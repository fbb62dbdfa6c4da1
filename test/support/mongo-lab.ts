import { randomBytes } from 'node:crypto'
import { BSON, type Db, type Document, MongoClient } from 'mongodb'
import type { ConnectionDetails } from '../../shared/ports/engine-driver.ts'
import { faultyProxy } from './faulty-proxy.ts'
import { startMongo } from './mongo-server.ts'

/** A database of a test's own on a MongoDB server, and a user who may read it. */
export type MongoLab = {
  readonly details: ConnectionDetails
  readonly adminDetails: ConnectionDetails
  /** Past the driver, as somebody who may do everything. */
  readonly db: Db
  /** How many commands of the user are at work, or answers of theirs not read to the end. */
  running(): Promise<number>
  /** Ends all connections of the driver. */
  cut(): void
  close(): Promise<void>
}

export const openMongoLab = async (): Promise<MongoLab> => {
  const server = await startMongo()
  const proxy = await faultyProxy(server.url)
  const client = await MongoClient.connect(server.url)
  const suffix = randomBytes(4).toString('hex')
  const dbname = `test_${suffix}`
  const user = `reader_${suffix}`
  const password = randomBytes(12).toString('hex')
  const admin = client.db('admin')
  await admin.command({ createUser: user, pwd: password, roles: [{ role: 'read', db: dbname }] })
  const details = { host: proxy.host, port: proxy.port, dbname, user, password }
  const db = client.db(dbname)
  const current = [
    { $currentOp: { allUsers: true, idleCursors: true } },
    { $match: { 'effectiveUsers.user': user } },
  ]
  return {
    details,
    adminDetails: { ...details, user: server.user, password: server.password },
    db,
    running: async () => (await admin.aggregate(current).toArray()).length,
    cut: () => proxy.reset(),
    async close() {
      await db.dropDatabase()
      await admin.command({ dropUser: user })
      await client.close()
      proxy.close()
      await server.stop()
    },
  }
}

/** A pipeline in the words of the driver. */
export const pipelineText = (collection: string, ...pipeline: readonly Document[]): string =>
  BSON.EJSON.stringify({ collection, pipeline }, { relaxed: false })

const mostAtOnce = 1_000_000

/**
 * `n` counting from 1 to a round number, made by the server as it is read, over any collection that
 * is not empty.
 */
export const series = (rows: number): readonly Document[] => {
  const atOnce = Math.min(rows, mostAtOnce)
  const before = { $multiply: ['$part', atOnce] }
  return [
    { $limit: 1 },
    { $project: { _id: 0, part: { $range: [0, rows / atOnce] } } },
    { $unwind: '$part' },
    { $project: { n: { $range: [{ $add: [before, 1] }, { $add: [before, atOnce + 1] }] } } },
    { $unwind: '$n' },
  ]
}

/** A view of one document that takes so long to read. */
export const sleepingView = async (db: Db, milliseconds: number): Promise<void> => {
  const body = `function() { sleep(${milliseconds}); return true }`
  const pipeline = [
    { $limit: 1 },
    { $match: { $expr: { $function: { body, args: [], lang: 'js' } } } },
  ]
  await db.command({ create: `sleep_${milliseconds}`, viewOn: 'customer', pipeline })
}
