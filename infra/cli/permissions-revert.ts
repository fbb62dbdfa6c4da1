import { type Command, InvalidArgumentError } from 'commander'
import { revert, tryRevert } from '../../command-service/permission-graph/revert.ts'
import { loadNames } from '../../query-service/permissions/names.ts'
import type { AccessEffect } from '../../shared/contract/access-effect.ts'
import { type Names, namesAt } from '../../shared/permissions/history/names.ts'
import { systemExecutor } from '../main/background.ts'
import type { CliContext } from './context.ts'
import { type OpenHistory, withHistory } from './permissions-history.ts'
import { textTable } from './text-table.ts'

type RevertOptions = { readonly comment?: string; readonly dryRun?: true }
type Effect = AccessEffect['gains'][number]

/** How long a running service may take until it has the new revision in force. */
const patienceMs = 30_000

const revision = (text: string): number => {
  if (/^(0|[1-9]\d{0,9})$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is the number of a revision; 0 is before the first.')
}

const placeOf = (effect: Effect, names: Names): string => {
  const database = names.database(effect.database_id)
  if (effect.right === 'native') return `${database} (SQL)`
  const { schema, table_id, except = [] } = effect
  const place = [database, schema, table_id === undefined ? undefined : names.table(table_id)]
  const exceptions = except.map((part) =>
    part.table_id === undefined ? part.schema : names.table(part.table_id),
  )
  return (
    place.filter((part) => part !== undefined).join(' / ') +
    (exceptions.length > 0 ? ` but for ${exceptions.join(', ')}` : '')
  )
}

/** Names of the first few. */
const peopleText = (ids: readonly number[], names: Names): string => {
  const first = ids.slice(0, 3).map(names.person).join(', ')
  return ids.length > 3 ? `${first} and ${ids.length - 3} more` : first
}

const tablesIn = (effects: readonly Effect[]): number[] =>
  effects.flatMap((effect) => {
    if (effect.right === 'native') return []
    const ids = [effect.table_id, ...(effect.except ?? []).map(({ table_id }) => table_id)]
    return ids.filter((id) => id !== undefined)
  })

const effectTable = async (
  { history, adapters }: OpenHistory,
  { gains, losses }: AccessEffect,
): Promise<readonly string[]> => {
  const effects = [...gains, ...losses]
  if (effects.length === 0) return ['Nobody would gain or lose anything.']
  const names = namesAt(
    history.ledger,
    history.position,
    await loadNames(adapters.views, {
      people: effects.flatMap(({ user_ids }) => user_ids.slice(0, 3)),
      tables: tablesIn(effects),
    }),
  )
  const rows = [gains, losses].flatMap((list, index) =>
    list.map((effect) => [
      index === 0 ? 'gain' : 'lose',
      peopleText(effect.user_ids, names),
      placeOf(effect, names),
      `${effect.from} → ${effect.to}`,
    ]),
  )
  return textTable(
    ['', 'who', 'where', 'change'].map((title) => ({ title })),
    rows,
  )
}

const doRevert = async (open: OpenHistory, target: number, comment: string | null) => {
  const executor = systemExecutor(open.adapters, 'permissions revert')
  const { accessHistories } = open.dependencies
  const body = { to_revision: target, revision: open.history.at().revision, comment }
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
    .option('--comment <text>', 'why, for those who read the history')
    .option('--dry-run', 'tell who would gain and lose what, and change nothing')
    .action((target: number, { comment, dryRun }: RevertOptions) =>
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
        const { made, isInForce } = await doRevert(open, target, comment ?? null)
        context.print(`Revision ${made} brings back revision ${target}: ${cells} changed.`)
        if (!isInForce) context.note('It is in force as soon as a service runs on this data.')
      }),
    )
}
