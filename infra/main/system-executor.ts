import { randomUUID } from 'node:crypto'
import { createExecutor } from '../../command-service/execute.ts'
import type { LogAdapters } from './log-adapters.ts'

/** An executor for what the service does of its own accord. */
export const systemExecutor = ({ eventStore }: Pick<LogAdapters, 'eventStore'>, name: string) =>
  createExecutor(eventStore, { actor: { kind: 'system', name }, commandId: randomUUID() })
