import type { Command } from 'commander'
import { addCreate } from './backup-create.ts'
import { addDrill } from './backup-drill.ts'
import { addRestore } from './backup-restore.ts'
import { addSettle } from './backup-settle.ts'
import { addInspect } from './backup-verify.ts'
import type { CliContext } from './context.ts'

export const addBackup = (program: Command, context: CliContext): void => {
  const backup = program
    .command('backup')
    .description('The log and what is truth beside it, as one file; and back.')
  addCreate(backup, context)
  addInspect(backup, context)
  addRestore(backup, context)
  addSettle(backup, context)
  addDrill(backup, context)
}
