import { randomUUID } from 'node:crypto'
import { createExecutor } from '../../command-service/execute.ts'
import type { LogAdapters } from './log-adapters.ts'
import { observedExecutor } from './observed-executor.ts'

/** An executor for what the service does of its own accord. */
export const systemExecutor = ({ eventStore }: Pick<LogAdapters, 'eventStore'>, name: string) =>
  observedExecutor(
    createExecutor(eventStore, { actor: { kind: 'system', name }, commandId: randomUUID() }),
  )
