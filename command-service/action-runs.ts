import { actionRunDecider } from './action/run-decider.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'

/** Records of a run that nobody is at any more that nobody knows what it did. */
export const giveUpRun = async (executor: Executor, runId: string): Promise<void> => {
  await executor.execute(streams.actionRun(runId), actionRunDecider, {
    type: 'GiveUpRun',
    data: {},
  })
}
