import { randomUUID } from 'node:crypto'
import { createExecutor } from '../../command-service/execute.ts'
import type { Decider, Message } from '../../shared/kernel/decider.ts'
import type { TestService } from './service.ts'

/** Has a command decided and recorded that no address takes; answers once readers know. */
export const executeIn = async <S, C extends Message, E extends Message>(
  app: TestService,
  stream: string,
  decider: Decider<S, C, E>,
  command: C,
): Promise<void> => {
  const { eventStore, progress } = app.service.adapters
  const actor = { kind: 'user', id: 1 } as const
  const executor = createExecutor(eventStore, { actor, commandId: randomUUID() })
  await executor.execute(stream, decider, command)
  if (!(await progress.reached(executor.position() ?? 0n, 10_000)))
    throw new Error(`readers do not know of ${command.type}`)
}
