import { type AggregationCursor, BSON, type Document } from 'mongodb'
import type {
  CompiledQuery,
  QueryOptions,
  ResultColumn,
} from '../../../shared/ports/engine-driver.ts'
import type { Run } from '../engine.ts'
import { gatherRows } from '../gather.ts'
import type { ResultSink } from '../result.ts'
import { columnsOf, keysOf, valueAt } from './columns.ts'
import type { MongoConnection } from './connection.ts'
import { queryProblem } from './problems.ts'
import { type MongoStatement, readStatement } from './statement.ts'
import { asStored } from './stored-values.ts'
import { cellOf } from './values.ts'

/** Documents that are looked at before the columns of an answer are settled, and bytes of them. */
const lookAhead = 2_000
const lookAheadBytes = 4 * 1024 * 1024
/** Documents the server sends at once; it stops at 16 MiB anyway. */
const batchSize = 1_000
/** Documents made of the bytes of a batch at once. */
const sliceSize = 200

const open = (
  { db, session, signal }: MongoConnection,
  { collection, pipeline }: MongoStatement,
  { timeoutMs, maxRows }: QueryOptions,
): AggregationCursor<Document> => {
  const limit = maxRows === undefined ? [] : [{ $limit: Math.max(1, maxRows) }]
  return db.collection(collection).aggregate<Document>([...pipeline, ...limit], {
    ...asStored,
    session,
    signal,
    allowDiskUse: true,
    maxTimeMS: Math.max(1, Math.ceil(timeoutMs)),
    // One more than there are: the server then knows with the first answer that it was the last.
    batchSize: Math.min(batchSize, (maxRows ?? batchSize) + 1),
  })
}

type Row = (string | null)[]

const rowOf = (document: Document, columns: readonly ResultColumn[]): Row =>
  columns.map(({ name }) => cellOf(valueAt(document, name)))

/** Bytes, roughly; a number or nothing takes some, too. */
const sizeOf = (row: Row): number =>
  row.reduce((size, cell) => size + (cell?.length ?? 0), 4 * row.length)

const columnsSaid = (
  { columns }: CompiledQuery,
  { pipeline }: MongoStatement,
  { origin }: QueryOptions,
) => ({ columns, keys: origin === 'compiled' ? keysOf(pipeline) : undefined })

/** Turns documents into rows; until the columns are settled, it keeps them. */
const rowWriter = (
  sink: ResultSink,
  said: {
    readonly columns?: readonly ResultColumn[] | undefined
    readonly keys?: readonly string[] | undefined
  },
) => {
  const gathered = gatherRows<Row>(sink)
  let columns = said.columns
  let kept: Document[] = []
  let keptBytes = 0

  const settle = (found: readonly ResultColumn[]): void => {
    columns = found
    sink.columns(found)
    gathered.decodeWith((rows) => rows)
    for (const document of kept) add(document, found)
    kept = []
  }
  const add = (document: Document, known: readonly ResultColumn[]): void => {
    const row = rowOf(document, known)
    gathered.add(row, sizeOf(row))
  }
  if (columns) settle(columns)

  return {
    write(document: Document): void {
      if (columns) {
        add(document, columns)
        return
      }
      kept.push(document)
      keptBytes += BSON.calculateObjectSize(document)
      if (kept.length >= lookAhead || keptBytes >= lookAheadBytes)
        settle(columnsOf(kept, said.keys))
    },
    end(): void {
      if (!columns) settle(columnsOf(kept, said.keys))
      gathered.flush()
    },
  }
}

/** One pipeline that only reads, asked for batch by batch as the reader has room. */
export const startRun = (
  mongo: MongoConnection,
  query: CompiledQuery,
  options: QueryOptions,
  sink: ResultSink,
): Run => {
  let stopped = false
  let wake: () => void = () => undefined
  const room = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
    })

  let cursor: AggregationCursor<Document> | undefined

  const read = async (): Promise<void> => {
    const statement = readStatement(query.sql)
    cursor = open(mongo, statement, options)
    const writer = rowWriter(sink, columnsSaid(query, statement, options))
    while (!stopped && (await cursor.hasNext())) {
      for (const document of cursor.readBufferedDocuments(sliceSize)) writer.write(document)
      while (sink.isFull() && !stopped) await room()
    }
    writer.end()
    sink.end()
  }

  /** The reader knows before the cursor is closed: that may wait for a server that is gone. */
  const run = async (): Promise<void> => {
    await read().catch((error) => sink.fail(queryProblem(error)))
    await cursor?.close().catch(() => undefined)
  }

  return {
    settled: run(),
    resume: () => wake(),
    stop() {
      stopped = true
      wake()
    },
    // A session holds nothing between questions.
    clean: async () => undefined,
  }
}
