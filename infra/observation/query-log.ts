import type { Outcome, QueryLog } from '../../shared/ports/query-log.ts'
import { queries } from './index.ts'

/** The same record of queries, for whoever watches. */
export const observedQueryLog = <Log extends QueryLog>(log: Log): Log => ({
  ...log,
  begin: (execution) => {
    const recording = log.begin(execution)
    let ended: (outcome: Outcome) => void = () => undefined
    const { engine, databaseId, context } = execution
    const running = queries.run(
      { engine, databaseId, context },
      () =>
        new Promise<Outcome>((resolve) => {
          ended = resolve
        }),
    )
    running.catch(() => undefined)
    // What cannot be recorded does not run, and is never ended.
    recording.kept.catch(() => ended({ status: 'failed', rows: 0, runningTime: 0 }))
    return {
      kept: recording.kept,
      end: (outcome) => {
        ended(outcome)
        recording.end(outcome)
      },
    }
  },
})
