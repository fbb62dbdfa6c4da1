import type { Executor } from '../../command-service/execute.ts'
import { categoryOf } from '../observation/event-store.ts'
import { commands } from '../observation/index.ts'

/** The same executor, for whoever watches. */
export const observedExecutor = (executor: Executor): Executor => ({
  ...executor,
  execute: (stream, decider, command, options) =>
    commands.run({ category: categoryOf(stream), command: command.type }, () =>
      executor.execute(stream, decider, command, options),
    ),
})
