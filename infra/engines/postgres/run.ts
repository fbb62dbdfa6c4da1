import type { Connection } from 'pg'
import {
  type CompiledQuery,
  type QueryOptions,
  QueryProblem,
} from '../../../shared/ports/engine-driver.ts'
import type { Engine, Run } from '../engine.ts'
import { gatherRows } from '../gather.ts'
import type { ResultSink } from '../result.ts'
import {
  batchDecoder,
  columnsOf,
  lookUpTypes,
  rememberTypes,
  typeLookup,
  unknownOids,
  type WireField,
} from './columns.ts'
import type { PostgresConnection } from './connection.ts'
import type { queryProblem } from './problems.ts'
import { rowDecoder, type WireRow } from './row-decoder.ts'
import { maxRowBytes, type RowReader } from './row-tap.ts'
import { sendInside, sendStep, sendSync, type Wire } from './wire.ts'

/**
 * Rows are asked for in steps, so that a reader who leaves soon stops the query without a cancel.
 * Each step is twice the one before: the server seldom waits for us in a long answer.
 */
const firstStepRows = 4_000
const longestStepRows = 64_000
/** An answer up to this many rows is asked for at once, and closed in the same packet. */
const smallAnswerRows = 10_000
/** Whose answer the server is sending; a run goes through these in order. */
type Stage = 'preface' | 'rows' | 'types' | 'closing'

/** What runs need to know of the server they talk to. */
export type Speech = {
  readonly wire: Wire
  readonly problemOf: typeof queryProblem
}

const noColumns = () =>
  new QueryProblem('db', 'The statement returns no rows. Only statements that do can be run here.')
const noStatement = () => new QueryProblem('db', 'The query holds no statement.')
const noCopy = () => new QueryProblem('db', 'COPY cannot be run here.')
const tooLarge = () =>
  new QueryProblem('driver', `A row is larger than ${maxRowBytes / 1024 / 1024} MiB.`)

/**
 * One statement in a transaction, rolled back behind the last row: what the pg package calls a
 * submittable. A small answer takes a single round trip; others are read step by step.
 */
const run = (
  { wire, problemOf }: Speech,
  postgres: PostgresConnection,
  query: CompiledQuery,
  options: QueryOptions,
  sink: ResultSink,
): Run => {
  const { client, rows, types } = postgres
  const { origin } = options
  const startedAt = performance.now()
  const gathered = gatherRows<WireRow>(sink)
  let connection: Connection | undefined
  let stage: Stage = 'preface'
  let prefaceLeft = wire.prefaceStatements
  let fields: readonly WireField[] | undefined
  let oids: readonly number[] = []
  const typeRows: WireRow[] = []
  let received = 0
  let wanted = options.maxRows ?? Number.POSITIVE_INFINITY
  const isSmall = wanted <= smallAnswerRows
  let stepRows = firstStepRows
  /** The server waits for us to ask for more rows. */
  let suspended = false
  let stopped = false
  let failed = false

  let settle: () => void = () => undefined
  const settled = new Promise<void>((resolve) => {
    settle = resolve
  })

  const finish = (): void => {
    rows.read(undefined)
    settle()
  }

  const nextRows = (): number => {
    stepRows = Math.min(2 * stepRows, longestStepRows)
    return Math.min(stepRows, wanted - received)
  }

  const giveUp = (problem: Error): void => {
    sink.fail(problem)
    gathered.drop()
    connection?.stream.destroy()
  }

  const close = (at: Connection): void => {
    if (stage === 'closing') return
    stage = 'closing'
    if (!isSmall) wire.sendClosing(at, origin)
    // What is still to come is for us, however much the reader has left to do.
    at.stream.resume()
  }

  const ready = (): void => {
    if (!fields) return
    sink.columns(columnsOf(fields, types))
    gathered.decodeWith(batchDecoder(fields, types))
  }

  /** The server has sent what it was asked for: ask for more, wait for the reader, or close. */
  const proceed = (at: Connection): void => {
    gathered.flush()
    if (suspended && received < wanted && !stopped) {
      if (sink.isFull()) return
      suspended = false
      sendStep(at, nextRows())
      return
    }
    if (fields) sink.end()
    else sink.fail(noColumns())
    close(at)
  }

  const stepDone = (at: Connection): void => {
    if (oids.length === 0) proceed(at)
    else {
      stage = 'types'
      // The transaction of a small answer ends by itself: its types are looked up behind it.
      if (isSmall) at.stream.resume()
      else sendInside(at, typeLookup(oids))
    }
  }

  const typesDone = (found: readonly WireRow[], at: Connection): void => {
    rememberTypes(found, oids, types)
    oids = []
    stage = 'rows'
    ready()
    proceed(at)
  }

  const learnTypes = async (at: Connection): Promise<void> => {
    rows.read(undefined)
    typesDone(await lookUpTypes(client, oids), at)
  }

  const decode = rowDecoder()
  const reader: RowReader = {
    row(bytes, start, end) {
      if (stage === 'types') typeRows.push(decode(bytes, start, end))
      if (stage !== 'rows') return
      received += 1
      if (stopped) return
      gathered.add(decode(bytes, start, end), end - start)
      if (sink.isFull()) connection?.stream.pause()
    },
    tooLarge: () => giveUp(tooLarge()),
  }

  const submittable = {
    submit(at: Connection): void {
      connection = at
      if (isSmall) wire.sendWhole(at, query, options, Math.max(1, wanted))
      else wire.sendOpening(at, query, options, firstStepRows)
    },
    handleRowDescription(message: { readonly fields: readonly WireField[] }): void {
      fields = message.fields
      oids = unknownOids(fields, types)
      if (oids.length === 0) ready()
    },
    handleCommandComplete(_message: unknown, at: Connection): void {
      if (stage === 'preface') {
        prefaceLeft -= 1
        if (prefaceLeft === 0) stage = 'rows'
      } else if (stage === 'rows') stepDone(at)
      else if (stage === 'types' && !isSmall) typesDone(typeRows, at)
    },
    handlePortalSuspended(at: Connection): void {
      suspended = true
      stepDone(at)
    },
    handleEmptyQuery(at: Connection): void {
      sink.fail(noStatement())
      close(at)
    },
    handleError(error: unknown, at: Connection): void {
      failed = true
      sink.fail(problemOf(error, performance.now() - startedAt, options.timeoutMs))
      // After an error the server waits for this; `clean` rolls back behind it.
      if (!isSmall && stage !== 'closing') sendSync(at)
      at.stream.resume()
      finish()
    },
    handleReadyForQuery(at: Connection): void {
      if (stage !== 'types') finish()
      else learnTypes(at).then(finish, (error) => submittable.handleError(error, at))
    },
    handleCopyInResponse: () => giveUp(noCopy()),
    handleCopyData: () => giveUp(noCopy()),
  }

  rows.read(reader)
  client.query(submittable)

  return {
    settled,
    resume(): void {
      connection?.stream.resume()
      if (connection && suspended && stage === 'rows') proceed(connection)
    },
    stop(): void {
      stopped = true
      wanted = received
      gathered.drop()
      connection?.stream.resume()
      if (connection && suspended && stage === 'rows') proceed(connection)
    },
    async clean() {
      if (!failed) return
      for (const statement of wire.restoring[origin]) await client.query(statement)
    },
  }
}

export const runsOf =
  (speech: Speech): Engine<PostgresConnection>['start'] =>
  (...args) =>
    run(speech, ...args)
