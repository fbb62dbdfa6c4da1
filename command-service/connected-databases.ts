import { type DatabaseCommand, databaseDecider } from './database/decider.ts'
import { crowd, type Executor } from './execute.ts'
import { streams } from './streams.ts'

/** The one way to tell a database anything, whoever does. */
export const tellDatabase = (executor: Executor, command: DatabaseCommand) =>
  executor.execute(streams.database(command.data.databaseId), databaseDecider, command, crowd)
