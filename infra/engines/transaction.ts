import { setTimeout as sleep } from 'node:timers/promises'
import type {
  WriteOutcome,
  WriteProblem,
  WriteStatement,
} from '../../shared/ports/engine-writer.ts'
import type { Lease, PooledConnection } from './pool.ts'
import type { WriteEngine, Written } from './write-engine.ts'
import { ownProblem, WriteFailure, writeProblem } from './write-problems.ts'
import type { Watch } from './write-watch.ts'

/** For what a server has to do by the way, in milliseconds: it is closed when it does not. */
const patienceMs = 5_000
/** Nobody can tell what became of a COMMIT that takes longer than this. */
const commitMs = 15_000

/** What an error says, whoever it came from. */
export const problemOf = <C extends PooledConnection>(
  engine: WriteEngine<C>,
  error: unknown,
  statement?: WriteStatement,
): WriteProblem =>
  error instanceof WriteFailure
    ? error.problem
    : (ownProblem(error) ?? engine.problemOf(error, statement))

const refuseWrongCount = (statement: WriteStatement, { rowsAffected: rows }: Written): void => {
  if (statement.expectRows === undefined || rows === statement.expectRows) return
  const message = rows > 1 ? { message: 'Several rows would have been changed.' } : {}
  throw new WriteFailure(writeProblem('row-count', { ...message, rows }))
}

/** @throws when the work fails, or is late. */
const within = <T>(milliseconds: number, work: Promise<T>): Promise<T> =>
  Promise.race([
    work,
    sleep(milliseconds, undefined, { ref: false }).then(() => {
      throw new WriteFailure(writeProblem('connection'))
    }),
  ])

/** Runs statements in a transaction that has begun, ends it, and gives its connection back. */
export const runTransaction = async <C extends PooledConnection>(
  engine: WriteEngine<C>,
  lease: Lease<C>,
  watch: Watch,
  statements: readonly WriteStatement[],
): Promise<WriteOutcome> => {
  const { connection } = lease
  const done: Written[] = []

  const giveBack = async (): Promise<void> => {
    // A request to stop may still be on its way and must not hit the next transaction.
    if (watch.interrupted) return lease.destroy()
    const isForeign = statements.some(({ origin }) => origin === 'foreign')
    await within(patienceMs, engine.restore(connection, isForeign ? 'foreign' : 'compiled'))
    lease.release()
  }
  const close = () => lease.destroy()

  /** With the columns to blame, where the engine has to be asked for them. */
  const withColumns = async (
    problem: WriteProblem,
    error: unknown,
    statement: WriteStatement | undefined,
  ): Promise<WriteProblem> => {
    if (!statement || !engine.columnsOf || problem.columns || watch.interrupted) return problem
    const asked = within(patienceMs, engine.columnsOf(connection, error, statement))
    const columns = await asked.catch(() => [])
    return columns.length > 0 ? { ...problem, columns } : problem
  }

  const rollBack = async (error: unknown): Promise<WriteOutcome> => {
    const statement = statements[done.length]
    const place = statement ? { statement: done.length } : {}
    const problem = { ...problemOf(engine, error, statement), ...place }
    try {
      const isWhole = await within(patienceMs, engine.rollback(connection))
      watch.end()
      const reason = await withColumns(problem, error, statement)
      giveBack().catch(close)
      return isWhole ? { kind: 'rolled-back', reason } : { kind: 'unknown' }
    } catch {
      // A server undoes by itself what ends without COMMIT.
      watch.end()
      close()
      return { kind: 'rolled-back', reason: problem }
    }
  }

  const commit = async (): Promise<WriteOutcome> => {
    try {
      await within(commitMs, engine.commit(connection))
    } catch (error) {
      const reason = problemOf(engine, error)
      close()
      // What the server refuses, e.g. for a constraint that waited until now, it has undone.
      return reason.kind === 'connection' ? { kind: 'unknown' } : { kind: 'rolled-back', reason }
    }
    giveBack().catch(close)
    return {
      kind: 'committed',
      rowsAffected: done.map(({ rowsAffected }) => rowsAffected),
      rows: done.map(({ row }) => row),
    }
  }

  try {
    for (const statement of statements) {
      const written = await watch.during(engine.run(connection, statement))
      refuseWrongCount(statement, written)
      done.push(written)
    }
    if (!connection.alive) throw new WriteFailure(writeProblem('connection'))
  } catch (error) {
    return rollBack(error)
  }
  watch.end()
  return commit()
}
