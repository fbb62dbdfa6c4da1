import { BSON, type Document, type Sort } from 'mongodb'
import type { MongoConnection } from './connection.ts'
import { isTimeOut } from './problems.ts'
import { asStored } from './stored-values.ts'

/** How much of a collection is read to learn its fields. */
const mostDocuments = 1_000
const mostBytes = 8 * 1024 * 1024
const mostMs = 10_000
const batchSize = 100

type Share = { readonly sort?: Sort; readonly limit: number }

/** The oldest documents and the newest, the same ones each time; a view is sorted at great cost. */
const shares: Readonly<Record<'table' | 'view', readonly Share[]>> = {
  table: [
    { sort: { _id: 1 }, limit: mostDocuments / 2 },
    { sort: { _id: -1 }, limit: mostDocuments / 2 },
  ],
  view: [{ limit: mostDocuments }],
}

/**
 * Shows some documents of a collection, as BSON values, to `see`, until there are no more of them
 * or enough was read; a collection too slow to read in full is known by what came in time.
 */
export const sampleOf = async (
  { db, session }: MongoConnection,
  collection: string,
  kind: 'table' | 'view',
  signal: AbortSignal,
  see: (document: Document) => void,
): Promise<void> => {
  let bytes = 0
  try {
    for (const { sort, limit } of shares[kind]) {
      const pipeline = [...(sort ? [{ $sort: sort }] : []), { $limit: limit }]
      const cursor = db
        .collection(collection)
        .aggregate(pipeline, { ...asStored, session, signal, batchSize, maxTimeMS: mostMs })
      for await (const document of cursor) {
        see(document)
        bytes += BSON.calculateObjectSize(document)
        if (bytes > mostBytes) return
      }
    }
  } catch (error) {
    if (!isTimeOut(error)) throw error
  }
}
