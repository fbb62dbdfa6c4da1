import type { Command } from 'commander'
import type { CliContext } from './context.ts'
import { addExplainCommands } from './permissions-explain.ts'
import { addGraph } from './permissions-graph.ts'
import { addReport } from './permissions-report.ts'
import { addRevert } from './permissions-revert.ts'
import { addDiff, addHistory } from './permissions-revisions.ts'

const examples = `
Examples:
  npm run cli -- permissions explain ada@example.com --table orders
  npm run cli -- permissions who-can --database Shop --native --as-of 2026-03-01
  npm run cli -- permissions diff 12 13
  npm run cli -- permissions report --format xlsx --out review.xlsx`

export const addPermissions = (program: Command, context: CliContext): void => {
  const permissions = program
    .command('permissions')
    .description('Who may do what, and who could at any moment since the first.')
    .addHelpText('after', examples)
  addGraph(permissions, context)
  addHistory(permissions, context)
  addDiff(permissions, context)
  addExplainCommands(permissions, context)
  addReport(permissions, context)
  addRevert(permissions, context)
}
