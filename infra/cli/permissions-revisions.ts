import type { Command } from 'commander'
import { answerDiff } from '../../query-service/permissions/diff.ts'
import {
  answerCollectionRevisions,
  answerRevisions,
} from '../../query-service/permissions/revisions.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { CliContext } from './context.ts'
import { show } from './output-format.ts'
import { withHistory } from './permissions-history.ts'
import { asOf, count, personNamed } from './permissions-names.ts'
import { type Formatted, isIn, type Part, partIds, withPart } from './permissions-part.ts'
import { changeText, factText, placeText, timeText } from './permissions-text.ts'

type HistoryOptions = Part &
  Formatted & {
    readonly actor?: string
    readonly from?: AsOf
    readonly to?: AsOf
    readonly limit: number
    readonly collections?: true
  }

/** What is told of each revision, and of each cell it changed. */
const historyColumns = [
  ...['revision', 'when', 'who', 'comment', 'reverted to'],
  ...['group', 'where', 'change'],
]

export const addHistory = (permissions: Command, context: CliContext): void => {
  withPart(permissions.command('history'))
    .summary('the revisions of the graph, newest first, with what each changed')
    .option('--collections', 'of the graph of collections, which counts its own revisions')
    .option('--actor <person>', 'only those somebody made, by e-mail or id')
    .option('--from <moment>', 'the first revision or moment of interest', asOf)
    .option('--to <moment>', 'the last one', asOf)
    .option('--limit <count>', 'at most so many', count, 20)
    .action(({ format, actor, from, to, limit, collections, ...part }: HistoryOptions) => {
      if (collections && part.database !== undefined)
        throw new StartupProblem('--collections is about no database: leave --database out.')
      return withHistory(context, async (open) => {
        const { groupId: group_id, databaseId: database_id } = partIds(open, part)
        const { views } = open.adapters
        const actor_id = actor === undefined ? undefined : await personNamed(views, actor)
        let total = 0
        const query = { group_id, actor_id, from, to, limit }
        const countAll = (_: string, value: string) => {
          total = Number(value)
        }
        const revisions = collections
          ? await answerCollectionRevisions(open.dependencies, views, query, countAll)
          : await answerRevisions(open.dependencies, views, { ...query, database_id }, countAll)
        await show(context, format, {
          columns: historyColumns.map((title) => ({ title })),
          rows: revisions.flatMap<readonly string[]>(
            ({ revision, at, actor: who, comment, reverted_to: back, changes }) => {
              const why = [comment ?? '', String(back ?? '')]
              const first = [String(revision), timeText(at), who.name, ...why]
              const cells = changes.map((cell) => [cell.group, placeText(cell), changeText(cell)])
              if (cells.length === 0) return [[...first, '', '', 'nothing']]
              const repeated = format === 'csv' ? first : first.map(() => '')
              return cells.map((cell, index) => [...(index === 0 ? first : repeated), ...cell])
            },
          ),
          json: revisions,
        })
        if (revisions.length === 0) context.note('Nothing was changed: no revision to show.')
        else if (total > revisions.length)
          context.note(`There are ${total} of them; ask for more with --limit.`)
      })
    })
}

export const addDiff = (permissions: Command, context: CliContext): void => {
  withPart(permissions.command('diff'))
    .summary('what is otherwise at one moment than at another')
    .argument('<from>', 'a revision, a date or a time', asOf)
    .argument('[to]', 'the same; now when left out', asOf)
    .action((from: AsOf, to: AsOf | undefined, { format, ...part }: Part & Formatted) =>
      withHistory(context, async (open) => {
        const ids = partIds(open, part)
        const found = await answerDiff(open.dependencies, open.adapters.views, { from, to })
        const changes = found.changes.filter(isIn(ids))
        await show(context, format, {
          columns: ['group', 'where', 'change', 'last changed'].map((title) => ({ title })),
          rows: changes.map((cell) => [
            cell.group,
            placeText(cell),
            changeText(cell),
            factText(cell.last_changed),
          ]),
          json: { ...found, changes },
        })
        if (changes.length === 0) context.note('Nothing is otherwise.')
      }),
    )
}
