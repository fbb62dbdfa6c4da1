import type { ActionReads } from '../../shared/ports/action-reads.ts'
import type { ReactorWatch } from '../../shared/ports/reactor-watch.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { giveUpRun } from '../action-runs.ts'
import type { Executor } from '../execute.ts'
import { type Reactor, todoList } from './todo-list.ts'

export type LostRunDependencies = {
  readonly actionReads: Pick<ActionReads, 'openRuns'>
  readonly settings: Pick<Settings, 'get'>
  readonly systemExecutor: (name: string) => Executor
  readonly now: () => Date
  readonly onProblem: (message: string, error: unknown) => void
  readonly watch?: ReactorWatch
}

/** Beyond the time its statement may take: to get a connection, and to record how it ended. */
const graceMs = 60_000

/** Runs that were begun so long ago that whoever was at them is not there any more. */
const lostRuns = async ({
  actionReads,
  settings,
  now,
}: LostRunDependencies): Promise<readonly string[]> => {
  const longestMs = (await settings.get('query-timeout')) * 1_000 + graceMs
  return actionReads.openRuns(new Date(now().getTime() - longestMs).toISOString())
}

/**
 * Records of runs of actions that nobody saw end that nobody knows what they did. One that does end
 * after all is recorded as it ended.
 */
export const lostRunReactor = (dependencies: LostRunDependencies): Reactor => {
  const { systemExecutor, onProblem } = dependencies
  const list = todoList<string>({
    name: 'lost run of an action',
    due: () => lostRuns(dependencies),
    keyOf: (runId) => runId,
    work: async (runId) => {
      await giveUpRun(systemExecutor('lost runs'), runId)
      return true
    },
    onProblem,
    watch: dependencies.watch,
    everyMs: 30_000,
  })
  // Time alone makes a run a lost one: no event does.
  return { ...list, notify: () => undefined }
}
