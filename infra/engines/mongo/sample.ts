import { BSON, type Document, type Sort } from 'mongodb'
import type { MongoConnection } from './connection.ts'
import { isAboutQuery } from './problems.ts'
import { asStored } from './stored-values.ts'

/** How much of a collection is read to learn its fields. */
const mostDocuments = 1_000
const mostBytes = 8 * 1024 * 1024
const mostMs = 10_000
const batchSize = 100

type Share = { readonly sort?: Sort; readonly limit: number }

/** The oldest documents and the newest, the same ones each time. */
const ofIndexed: readonly Share[] = [
  { sort: { _id: 1 }, limit: mostDocuments / 2 },
  { sort: { _id: -1 }, limit: mostDocuments / 2 },
]
const ofOthers: readonly Share[] = [{ limit: mostDocuments }]

/**
 * Shows some documents of a collection, as BSON values, to `see`, until there are no more of them
 * or enough was read. A collection that the server cannot read in full, or in time, or a view that is
 * not right, is known by what came until then.
 */
export const sampleOf = async (
  { db, session }: MongoConnection,
  collection: string,
  isIndexed: boolean,
  signal: AbortSignal,
  see: (document: Document) => void,
): Promise<void> => {
  let bytes = 0
  try {
    for (const { sort, limit } of isIndexed ? ofIndexed : ofOthers) {
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
    if (!isAboutQuery(error)) throw error
  }
}
