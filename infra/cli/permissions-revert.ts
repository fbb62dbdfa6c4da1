import { type Command, InvalidArgumentError } from 'commander'
import { type Reversion, revert, tryRevert } from '../../command-service/permission-graph/revert.ts'
import { prose } from '../../shared/contract/common.ts'
import { systemExecutor } from '../main/system-executor.ts'
import type { CliContext } from './context.ts'
import { effectTable } from './effect-table.ts'
import { type OpenHistory, withHistory } from './permissions-history.ts'

type RevertOptions = {
  readonly revision?: number
  readonly comment?: string
  readonly dryRun?: true
  readonly yes?: true
}

/** How long a running service may take until it has the new revision in force. */
const patienceMs = 30_000

const revision = (text: string): number => {
  if (/^(0|[1-9]\d{0,9})$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is the number of a revision; 0 is before the first.')
}

/** @throws {InvalidArgumentError} for what the API would not take either. */
const comment = (text: string): string => {
  const { data, error } = prose(2_000).safeParse(text)
  if (data !== undefined) return data
  throw new InvalidArgumentError(`It ${error?.issues[0]?.message ?? 'is not valid'}.`)
}

const doRevert = async (open: OpenHistory, operator: string, reversion: Reversion) => {
  // Whoever can run this has no account in the service; this much of them is known.
  const executor = systemExecutor(open.adapters, `cli (${operator})`)
  const made = await revert(executor, open.dependencies.accessHistories, reversion)
  const position = executor.position()
  const isInForce =
    open.serviceRuns && position !== undefined
      ? await open.adapters.progress.reached(position, patienceMs)
      : false
  return { made, isInForce }
}

const cellsText = ({ length }: readonly unknown[]) => (length === 1 ? '1 cell' : `${length} cells`)

export const addRevert = (permissions: Command, context: CliContext): void => {
  permissions
    .command('revert')
    .summary('bring the rights of an earlier revision back, as a new revision')
    .argument('<revision>', 'the revision whose rights come back; 0 is before the first', revision)
    .option('--revision <revision>', 'only if this is the newest revision', revision)
    .option('--comment <text>', 'why, for those who read the history', comment)
    .option('--dry-run', 'tell who would gain and lose what, and change nothing')
    .option('--yes', 'do not ask first')
    .action((target: number, { revision: expected, comment: why, dryRun, yes }: RevertOptions) =>
      withHistory(context, async (open) => {
        const reversion = {
          to_revision: target,
          revision: expected ?? open.history.at().revision,
          comment: why ?? null,
        }
        const trial = await tryRevert(open.dependencies.accessHistories, reversion)
        const cells = cellsText(trial.changes)
        const tell = dryRun ? context.print : context.note
        tell(`It would change ${cells}.`)
        for (const line of await effectTable(open, trial)) tell(line)
        if (dryRun) return
        if (!yes && !(await context.confirm(`Bring back the rights of revision ${target}?`)))
          return context.print('Nothing was changed.')
        const { made, isInForce } = await doRevert(open, context.operator, reversion)
        context.print(`Revision ${made} brings back revision ${target}: ${cells} changed.`)
        if (!isInForce) context.note('It is in force as soon as a service runs on this data.')
      }),
    )
}
