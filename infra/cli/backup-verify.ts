import type { Command } from 'commander'
import { type Inspected, inspectBackup } from '../backup/inspect.ts'
import { assertWhole, backupLines } from './backup-report.ts'
import type { CliContext } from './context.ts'

/** @throws {StartupProblem} where something is missing in it. */
export const showBackup = (path: string, found: Inspected, context: CliContext): void => {
  for (const line of backupLines(path, found)) context.print(line)
  assertWhole(found.missing)
}

export const addInspect = (backup: Command, context: CliContext): void => {
  backup
    .command('verify')
    .summary('reads a file from its first byte to its last; needs no service and no key')
    .argument('<file>')
    .action(async (path: string) => showBackup(path, await inspectBackup(path), context))
}
