import { describe, expect, test } from '@jest/globals'
import { createResult } from '../../../infra/engines/result.ts'
import type { Prepared } from '../../../query-service/engine/prepare/prepared.ts'
import { recorded } from '../../../query-service/engine/recorded.ts'
import { QueryProblem, type ResultStream } from '../../../shared/ports/engine-driver.ts'
import type { Outcome, QueryLog } from '../../../shared/ports/query-log.ts'

const prepared = {
  database: { id: 1, engine: 'postgres' },
  compiled: { sql: 'select 1', parameters: [] },
  asked: { userId: 2, cardId: null, position: 5n },
  reads: { table: null, cards: [], tables: null },
} as unknown as Prepared

/** A query that answers one batch of two rows, and whether anybody has let go of it. */
const oneBatch = () => {
  let abandoned = 0
  const result = createResult({
    admits: () => true,
    onRoom: () => undefined,
    onAbandoned: () => {
      abandoned += 1
    },
  })
  result.sink.columns([])
  result.sink.rows([['1'], ['2']])
  const open = async (): Promise<ResultStream> => ({
    columns: await result.columns,
    batches: result.batches,
  })
  return { sink: result.sink, open, abandoned: () => abandoned }
}

const run = async (
  open: () => Promise<ResultStream>,
  kept: Promise<void> = Promise.resolve(),
  signal = new AbortController().signal,
) => {
  const ends: Outcome[] = []
  const queryLog = {
    begin: () => ({ kept, end: (outcome: Outcome) => ends.push(outcome) }),
  } as unknown as QueryLog
  const dependencies = { queryLog, now: () => new Date(0) }
  const stream = await recorded(dependencies, prepared, { signal, context: 'ad-hoc' }, open)
  return { stream, ends }
}

const drain = async ({ batches }: ResultStream) => {
  for await (const _ of batches);
}

describe('an execution on record', () => {
  test('ends with its rows', async () => {
    const query = oneBatch()
    const { stream, ends } = await run(query.open)
    query.sink.end()
    await drain(stream)
    expect(ends).toEqual([{ status: 'completed', rows: 2, runningTime: 0 }])
    expect(query.abandoned()).toBe(0)
  })

  test('ends with its failure, before its rows and among them', async () => {
    const problem = new QueryProblem('timed-out', 'too long')
    const query = oneBatch()
    const { stream, ends } = await run(query.open)
    query.sink.fail(problem)
    await expect(drain(stream)).rejects.toBe(problem)
    expect(ends).toEqual([{ status: 'failed', errorType: 'timed-out', rows: 0, runningTime: 0 }])
    await expect(run(() => Promise.reject(problem))).rejects.toBe(problem)
  })

  test('is over once its reader has enough, or never begins', async () => {
    const query = oneBatch()
    const { stream, ends } = await run(query.open)
    for await (const _ of stream.batches) break
    expect(ends).toEqual([{ status: 'completed', rows: 2, runningTime: 0 }])
    expect(query.abandoned()).toBe(1)

    const unread = oneBatch()
    const gone = new AbortController()
    const other = await run(unread.open, undefined, gone.signal)
    gone.abort()
    expect(other.ends).toEqual([{ status: 'cancelled', rows: 0, runningTime: 0 }])
  })

  test('that cannot be kept answers nothing, and lets go of its query', async () => {
    const query = oneBatch()
    const full = Promise.reject(new Error('disk full'))
    await expect(run(query.open, full)).rejects.toThrow('disk full')
    expect(query.abandoned()).toBe(1)
  })
})
