import { type DatabaseCommand, databaseDecider } from './database/decider.ts'
import type { Executor } from './execute.ts'
import { streams } from './streams.ts'

/** What slices other than database have to say to one. */
export const tellDatabase = (executor: Executor, command: DatabaseCommand) =>
  executor.execute(streams.database(command.data.databaseId), databaseDecider, command)
