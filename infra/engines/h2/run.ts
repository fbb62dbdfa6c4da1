import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import type { Engine, Run } from '../engine.ts'
import type { PostgresConnection } from '../postgres/connection.ts'
import { runsOf } from '../postgres/run.ts'
import { wireOf } from '../postgres/wire.ts'
import { queryProblem } from './problems.ts'
import { leavesTraces, refusalOf } from './reading-statement.ts'
import { h2Words } from './words.ts'

const start = runsOf({ wire: wireOf(h2Words), problemOf: queryProblem })

const nothing = () => undefined

/** A run that was never begun. */
const notBegun: Run = {
  settled: Promise.resolve(),
  resume: nothing,
  stop: nothing,
  clean: async () => undefined,
}

/** Callers' own SQL must be one statement that reads; all runs within a transaction rolled back. */
export const startRun: Engine<PostgresConnection>['start'] = (h2, query, options, sink) => {
  if (options.origin === 'compiled') return start(h2, query, options, sink)
  const refusal = refusalOf(query.sql)
  if (refusal !== undefined) {
    sink.fail(new QueryProblem('db', refusal))
    return notBegun
  }
  const run = start(h2, query, options, sink)
  if (!leavesTraces(query.sql)) return run
  return {
    ...run,
    clean: () => Promise.reject(new Error('The session keeps what the statement set.')),
  }
}
