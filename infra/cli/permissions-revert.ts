import { type Command, InvalidArgumentError } from 'commander'
import { revert, tryRevert } from '../../command-service/permission-graph/revert.ts'
import { prose } from '../../shared/contract/common.ts'
import { systemExecutor } from '../main/background.ts'
import type { CliContext } from './context.ts'
import { effectTable } from './effect-table.ts'
import { type OpenHistory, withHistory } from './permissions-history.ts'

type RevertOptions = { readonly comment?: string; readonly dryRun?: true }

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

const doRevert = async (open: OpenHistory, target: number, why: string | null) => {
  const executor = systemExecutor(open.adapters, 'permissions revert')
  const { accessHistories } = open.dependencies
  const body = { to_revision: target, revision: open.history.at().revision, comment: why }
  const made = await revert(executor, accessHistories, body)
  const position = executor.position()
  const isInForce =
    open.serviceRuns && position !== undefined
      ? await open.adapters.progress.reached(position, patienceMs)
      : false
  return { made, isInForce }
}

export const addRevert = (permissions: Command, context: CliContext): void => {
  permissions
    .command('revert')
    .summary('bring the rights of an earlier revision back, as a new revision')
    .argument('<revision>', 'the revision whose rights come back; 0 is before the first', revision)
    .option('--comment <text>', 'why, for those who read the history', comment)
    .option('--dry-run', 'tell who would gain and lose what, and change nothing')
    .action((target: number, { comment: why, dryRun }: RevertOptions) =>
      withHistory(context, async (open) => {
        const { accessHistories } = open.dependencies
        const body = { to_revision: target, revision: open.history.at().revision }
        const trial = await tryRevert(accessHistories, body)
        const cells = trial.changes.length === 1 ? '1 cell' : `${trial.changes.length} cells`
        if (dryRun) {
          context.print(`It would change ${cells}.`)
          for (const line of await effectTable(open, trial)) context.print(line)
          return
        }
        const { made, isInForce } = await doRevert(open, target, why ?? null)
        context.print(`Revision ${made} brings back revision ${target}: ${cells} changed.`)
        if (!isInForce) context.note('It is in force as soon as a service runs on this data.')
      }),
    )
}
