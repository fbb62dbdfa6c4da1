import type { ActionState } from '../../shared/actions/action-state.ts'
import type { RunWay } from '../../shared/actions/kinds.ts'
import type { ActionResult } from '../../shared/contract/action-records.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'
import type { CommandContext } from '../context.ts'
import { derivedUuid } from '../event-ids.ts'
import { streams } from '../streams.ts'
import type { Prepared } from './prepare.ts'
import { actionRunDecider } from './run-decider.ts'
import { type Ended, knownEnd, unknownOutcome } from './told.ts'

/** What is recorded of a run beside what it does. */
export type Run = {
  readonly action: ActionState
  readonly actionId: number
  readonly version: number
  readonly way: RunWay
  readonly publicUuid: string | null
}

type Running = Pick<CommandContext, 'executor' | 'commandId'>

const answer = (told: ActionResult | Refusal): ActionResult => {
  if (!(told instanceof Refusal)) return told
  throw new Refusal(told.kind, told.message, { ...told.extras, isRecorded: true })
}

/** Nobody knows what was done before this went wrong. */
const lost = (): Ended => ({
  ending: { outcome: 'unknown', rowsAffected: [], problem: 'interrupted' },
  told: unknownOutcome(),
})

/**
 * Does something once for a command, however often that is repeated, and records that it was begun
 * before it begins and how it ended after. Nothing is ever tried again.
 * @throws {Refusal} what `prepare` refuses, of which nothing is recorded, and what became of the run
 */
export const runOnce = async (
  { executor, commandId }: Running,
  { action, actionId, version, way, publicUuid }: Run,
  prepare: () => Promise<Prepared>,
): Promise<ActionResult> => {
  const runId = derivedUuid(commandId, 'action run')
  const stream = streams.actionRun(runId)
  const { state: known } = await executor.load(stream, actionRunDecider)
  if (known) return answer(knownEnd(known.end))

  const { databaseId, named, work } = await prepare()
  const { repeated } = await executor.execute(stream, actionRunDecider, {
    type: 'StartRun',
    data: {
      runId,
      actionId,
      version,
      type: action.definition.type,
      databaseId,
      way,
      publicUuid,
      parameters: [...named],
    },
  })
  if (repeated) return answer(unknownOutcome())
  const began = performance.now()
  const { ending, told } = await work().catch(lost)
  await executor.execute(stream, actionRunDecider, {
    type: 'FinishRun',
    data: { ...ending, durationMs: Math.round(performance.now() - began) },
  })
  return answer(told)
}
