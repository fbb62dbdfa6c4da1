import type { Logger } from 'pino'
import {
  createProjector,
  type Projector,
  type ProjectorStatus,
} from '../../projections/runtime/projector.ts'
import type { Leadership, LeadershipFacts, Term } from '../leadership/leadership.ts'
import { untilEnded } from '../leadership/until-ended.ts'
import type { LogAdapters } from './log-adapters.ts'

export type ProjectingHooks = {
  /** Before each batch of events is projected. */
  readonly beforeBatch?: () => Promise<void>
}

export type Projecting = {
  /** Undefined while another process does it. */
  status(): ProjectorStatus | undefined
  leadership(): LeadershipFacts
  /** The batch under way is committed or not begun. */
  stop(): Promise<void>
}

/** Feeds the read models whenever this process is the one that does. */
export const startProjecting = (
  adapters: Pick<LogAdapters, 'eventStore' | 'projectionStoreOf' | 'personalData' | 'projections'>,
  leadership: Leadership,
  log: Logger,
  { beforeBatch, onCheckpoint }: ProjectingHooks & { onCheckpoint(position: bigint): void },
): Projecting => {
  const { eventStore, projectionStoreOf, projections, personalData } = adapters
  const newProjector = (term: Term): Projector =>
    createProjector({
      eventStore,
      projectionStore: projectionStoreOf(term),
      personalData,
      projections,
      onCheckpoint,
      onProblem: (message, failure) =>
        log.error({ failure: failure && String(failure.stream) }, message),
      ...(beforeBatch && { beforeBatch }),
    })
  let current: Projector | undefined
  leadership.lead(async (term) => {
    const projector = newProjector(term)
    current = projector
    projector.start()
    await untilEnded(term, () => projector.stop())
    current = undefined
  })
  return {
    status: () => current?.status(),
    leadership: leadership.facts,
    stop: () => leadership.stop(),
  }
}
