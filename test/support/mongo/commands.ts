import type { Document } from 'mongodb'
import { mayDo } from './access.ts'
import { aggregate, aggregateOver } from './aggregate.ts'
import type { Call, Handler } from './call.ts'
import { loginCommands } from './login.ts'
import { sessionOf } from './operations.ts'
import { verifierOf } from './scram.ts'
import type { Role } from './store.ts'

const ok: Document = { ok: 1 }

/** `$currentOp` is the one answer that comes from no collection. */
const answerTo = ({ server: { store, operations, cursors }, db, target, command }: Call) => {
  const [first] = command.pipeline
  return first?.$currentOp
    ? aggregateOver([...operations.list(), ...cursors.idle()], command.pipeline.slice(1))
    : aggregate(store, db, target, command.pipeline)
}

const runAggregate: Handler = (call) =>
  call.server.cursors.start(
    `${call.db}.${call.target}`,
    answerTo(call),
    call.command.cursor?.batchSize,
    call.operation,
  )

const find: Handler = ({ server: { store, cursors }, operation, db, target, command }) => {
  const { filter = {}, sort, skip, limit, projection, batchSize } = command
  const pipeline = [
    { $match: filter },
    ...(sort ? [{ $sort: sort }] : []),
    ...(skip ? [{ $skip: skip }] : []),
    ...(limit ? [{ $limit: Math.abs(limit) }] : []),
    ...(projection && Object.keys(projection).length > 0 ? [{ $project: projection }] : []),
  ]
  const answer = aggregate(store, db, target, pipeline)
  return cursors.start(`${db}.${target}`, answer, batchSize, operation)
}

const count: Handler = ({ server: { store }, db, target, command }) => {
  const answer = aggregate(store, db, target, [{ $match: command.query ?? {} }])
  let n = 0
  while (answer.next()) n += 1
  return { n, ok: 1 }
}

const listed = (
  { server: { cursors }, db, command, operation }: Call,
  documents: readonly Document[],
): Promise<Document> => {
  const answer = aggregateOver(documents, [{ $match: command.filter ?? {} }])
  return cursors.start(`${db}.$cmd`, answer, undefined, operation)
}

const listCollections: Handler = (call) =>
  listed(
    call,
    [...call.server.store.collectionsOf(call.db)].map(([name, collection]) => ({
      name,
      type: 'documents' in collection ? 'collection' : 'view',
    })),
  )

const listDatabases: Handler = ({ server: { store }, connection: { user }, command }) => {
  const visible = store.names().filter((name) => user && mayDo(user, 'find', name))
  const wanted = command.filter?.name
  const databases = visible
    .filter((name) => wanted === undefined || name === wanted)
    .map((name) => ({ name }))
  return { databases, ok: 1 }
}

const insert: Handler = ({ server: { store }, db, target, command }) => {
  const documents: Document[] = command.documents
  store.insert(db, target, documents)
  return { n: documents.length, ok: 1 }
}

const create: Handler = ({ server: { store }, db, target, command }) => {
  const { viewOn, pipeline = [] } = command
  store.create(db, target, viewOn ? { viewOn, pipeline } : { documents: [] })
  return ok
}

const createUser: Handler = ({ server: { store }, db, target, command }) => {
  const roles = command.roles.map((it: string | Role) =>
    typeof it === 'string' ? { role: it, db } : it,
  )
  store.users.set(`${db}.${target}`, { name: target, verifier: verifierOf(command.pwd), roles })
  return ok
}

const killSessions: Handler = ({ server: { cursors, operations }, command }) => {
  for (const lsid of command.killSessions) {
    const session = sessionOf(lsid)
    if (session === undefined) continue
    operations.killSession(session)
    cursors.killSession(session)
  }
  return ok
}

/** Every command this server knows, by the name it comes under. */
export const commands: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ...loginCommands,
  ['endSessions', () => ok],
  ['killSessions', killSessions],
  [
    'killOp',
    ({ server: { operations }, command }) => {
      operations.kill(Number(command.op))
      return ok
    },
  ],
  ['listDatabases', listDatabases],
  ['listCollections', listCollections],
  ['listIndexes', (call) => listed(call, [{ v: 2, key: { _id: 1 }, name: '_id_' }])],
  ['collStats', async (call) => ({ count: (await count(call)).n, ok: 1 })],
  ['count', count],
  ['find', find],
  ['aggregate', runAggregate],
  [
    'getMore',
    ({ server: { cursors }, operation, command }) =>
      cursors.more(String(command.getMore), command.batchSize, operation),
  ],
  [
    'killCursors',
    ({ server: { cursors }, command }) => ({ cursorsKilled: cursors.kill(command.cursors), ok: 1 }),
  ],
  ['insert', insert],
  ['create', create],
  ['drop', ({ server: { store }, db, target }) => ({ dropped: store.drop(db, target), ok: 1 })],
  ['dropDatabase', ({ server: { store }, db }) => ({ dropped: store.dropDatabase(db), ok: 1 })],
  ['createUser', createUser],
  [
    'dropUser',
    ({ server: { store }, db, target }) => ({ was: store.users.delete(`${db}.${target}`), ok: 1 }),
  ],
])
