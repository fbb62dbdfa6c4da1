import type { CatalogueSnapshot, CatalogueTable } from '../../../shared/ports/engine-driver.ts'
import type { MongoConnection } from './connection.ts'
import { fieldLearner } from './fields.ts'
import { isForbidden, queryProblem } from './problems.ts'
import { sampleOf } from './sample.ts'

type Listed = {
  readonly name: string
  readonly kind: 'table' | 'view'
  /** Views have no index on `_id`, nor do time series. */
  readonly isIndexed: boolean
}

/** Only what the user may read; `system.` names the server's own. */
const listCollections = async (
  { db, session }: MongoConnection,
  signal: AbortSignal,
): Promise<readonly Listed[]> => {
  const options = { nameOnly: true, authorizedCollections: true, session, signal }
  const found = await db.listCollections({}, options).toArray()
  return found
    .filter(({ name }) => !name.startsWith('system.'))
    .map(
      ({ name, type }): Listed => ({
        name,
        kind: type === 'view' ? 'view' : 'table',
        isIndexed: type === 'collection',
      }),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** By the server's own records, without counting; it has none of views. */
const estimatedRows = async (
  { db }: MongoConnection,
  { name, kind }: Listed,
): Promise<number | null> => (kind === 'view' ? null : db.collection(name).estimatedDocumentCount())

const readTable = async (
  mongo: MongoConnection,
  listed: Listed,
  signal: AbortSignal,
): Promise<CatalogueTable | undefined> => {
  const learner = fieldLearner()
  try {
    await sampleOf(mongo, listed.name, listed.isIndexed, signal, learner.see)
    const fields = learner.fields()
    return {
      schema: '',
      name: listed.name,
      kind: listed.kind,
      description: null,
      estimatedRows: await estimatedRows(mongo, listed),
      fields,
    }
  } catch (error) {
    if (isForbidden(error)) return undefined
    throw error
  }
}

const read = async (mongo: MongoConnection, signal: AbortSignal): Promise<CatalogueSnapshot> => {
  const { version } = await mongo.db.admin().buildInfo()
  const tables: CatalogueTable[] = []
  for (const listed of await listCollections(mongo, signal)) {
    signal.throwIfAborted()
    const table = await readTable(mongo, listed, signal)
    if (table) tables.push(table)
  }
  return { version: String(version), timeZone: 'UTC', tables, foreignKeys: [] }
}

/**
 * Documents have no schema: what fields there are is learnt from some of them.
 * @throws {QueryProblem}
 */
export const readCatalogue = (
  mongo: MongoConnection,
  signal: AbortSignal,
): Promise<CatalogueSnapshot> =>
  read(mongo, signal).catch((error) => {
    throw queryProblem(error)
  })
