import { Command } from 'commander'
import { addAdmin } from './admin.ts'
import { addAudit } from './audit.ts'
import { addBackup } from './backup.ts'
import type { CliContext } from './context.ts'
import { addDatabase } from './database.ts'
import { addEvents } from './events.ts'
import { addKeys } from './keys.ts'
import { addNginx } from './nginx.ts'
import { addPermissions } from './permissions.ts'
import { plainText } from './plain-text.ts'
import { addExchange } from './projections-exchange.ts'
import { addList } from './projections-list.ts'
import { addRebuild } from './projections-rebuild.ts'
import { addVerify } from './projections-verify.ts'

const examples = `
Examples:
  npm run cli -- projections list
  npm run cli -- events inspect user-1
  npm run cli -- audit verify evidence.jsonl --public-key evidence-key.pem
  npm run cli -- --data /srv/analytics projections rebuild user`

/** The operators' commands. They work on a data directory, whether the service runs or not. */
export const createProgram = (world: CliContext): Command => {
  const context: CliContext = {
    ...world,
    print: (line) => world.print(plainText(line)),
    note: (line) => world.note(plainText(line)),
  }
  const program = new Command('npm run cli --')
    .description('Looks after the data of the service, whether it runs or not.')
    .option('--data <directory>', 'data directory (default: DATA_DIR, or ./data)')
    .helpCommand(false)
    .addHelpText('after', examples)
  const projections = program
    .command('projections')
    .description('The read models that are built from the event log.')
  addList(projections, context)
  addRebuild(projections, context)
  addVerify(projections, context)
  addExchange(projections, context)
  addEvents(program, context)
  addDatabase(program, context)
  addAdmin(program, context)
  addAudit(program, context)
  addPermissions(program, context)
  addBackup(program, context)
  addKeys(program, context)
  addNginx(program, context)
  return program
}
