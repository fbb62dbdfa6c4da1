import type { Command } from 'commander'
import { answerDiff } from '../../query-service/permissions/diff.ts'
import { answerRevisions } from '../../query-service/permissions/revisions.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import { groupText } from '../../shared/permissions/graph/group-texts.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import type { CliContext } from './context.ts'
import { formatOption, type OutputFormat, show } from './output-format.ts'
import { type OpenHistory, withHistory } from './permissions-history.ts'
import { asOf, count, databaseNamed, groupNamed, personNamed } from './permissions-names.ts'
import { changeText, factText, levelText, placeText, timeText } from './permissions-text.ts'

type Part = { readonly group?: string; readonly database?: string }
type Formatted = { readonly format: OutputFormat }

/** Before anything was ever said. */
const beginning: AsOf = { kind: 'time', time: '0001-01-01T00:00:00.000Z' }

const withPart = (command: Command): Command =>
  command
    .option('--group <name>', 'only of a group, by name or id')
    .option('--database <name>', 'only on a database, by name or id')
    .addOption(formatOption())

const partIds = ({ history }: OpenHistory, { group, database }: Part, at = history.position) => {
  const state = history.at(at)
  return {
    groupId: group === undefined ? undefined : groupNamed(state, group),
    databaseId: database === undefined ? undefined : databaseNamed(state, database),
  }
}

type Ids = ReturnType<typeof partIds>
const isIn =
  ({ groupId, databaseId }: Ids) =>
  (cell: { readonly group_id: number; readonly database_id: number }) =>
    (groupId === undefined || cell.group_id === groupId) &&
    (databaseId === undefined || cell.database_id === databaseId)

/** The graph as `GET /api/permissions/graph` answers it. */
const graphJson = ({ history }: OpenHistory, at: bigint, { groupId, databaseId }: Ids) => {
  const state = history.at(at)
  const groupIds = groupId === undefined ? state.groupIds() : [groupId]
  const databaseIds = databaseId === undefined ? state.databaseIds() : [databaseId]
  const groups = groupIds.map((id) => [id, JSON.parse(groupText(state, id, databaseIds))] as const)
  return { revision: state.revision, groups: Object.fromEntries(groups) }
}

const addGraph = (permissions: Command, context: CliContext): void => {
  withPart(permissions.command('graph'))
    .summary('what each group may do with which database, now or at a moment')
    .option('--as-of <moment>', 'a revision, a date or a time instead of now', asOf)
    .action(({ format, asOf: to, ...part }: Part & Formatted & { asOf?: AsOf }) =>
      withHistory(context, async (open) => {
        const at = positionAsOf(open.history, to)
        const ids = partIds(open, part, at)
        const { views } = open.adapters
        const said = await answerDiff(open.dependencies, views, { from: beginning, to })
        const { revision } = said.to
        await show(context, format, {
          about: [`Revision ${revision}. Administrators may do everything.`],
          columns: ['group', 'where', 'level', 'since'].map((title) => ({ title })),
          rows: said.changes
            .filter(isIn(ids))
            .sort((a, b) => a.group_id - b.group_id || a.database_id - b.database_id)
            .map((cell) => [
              cell.group,
              placeText(cell),
              levelText(cell.to),
              factText(cell.last_changed),
            ]),
          json: graphJson(open, at, ids),
        })
      }),
    )
}

type HistoryOptions = Part &
  Formatted & {
    readonly actor?: string
    readonly from?: AsOf
    readonly to?: AsOf
    readonly limit: number
  }

const addHistory = (permissions: Command, context: CliContext): void => {
  withPart(permissions.command('history'))
    .summary('the revisions of the graph, newest first, with what each changed')
    .option('--actor <person>', 'only those somebody made, by e-mail or id')
    .option('--from <moment>', 'the first revision or moment of interest', asOf)
    .option('--to <moment>', 'the last one', asOf)
    .option('--limit <count>', 'at most so many', count, 20)
    .action(({ format, actor, from, to, limit, ...part }: HistoryOptions) =>
      withHistory(context, async (open) => {
        const { groupId: group_id, databaseId: database_id } = partIds(open, part)
        const { views } = open.adapters
        const actor_id = actor === undefined ? undefined : await personNamed(views, actor)
        let total = 0
        const revisions = await answerRevisions(
          open.dependencies,
          views,
          { group_id, database_id, actor_id, from, to, limit },
          (_, value) => {
            total = Number(value)
          },
        )
        await show(context, format, {
          columns: ['revision', 'when', 'who', 'comment', 'group', 'where', 'change'].map(
            (title) => ({ title }),
          ),
          rows: revisions.flatMap(({ revision, at, actor: who, comment, changes }) => {
            const first = [String(revision), timeText(at), who.name, comment ?? '']
            const cells = changes.map((cell) => [cell.group, placeText(cell), changeText(cell)])
            if (cells.length === 0) return [[...first, '', '', 'nothing']]
            const repeated = format === 'csv' ? first : ['', '', '', '']
            return cells.map((cell, index) => [...(index === 0 ? first : repeated), ...cell])
          }),
          json: revisions,
        })
        if (revisions.length === 0) context.note('There is no such revision.')
        else if (total > revisions.length)
          context.note(`There are ${total} of them; ask for more with --limit.`)
      }),
    )
}

const addDiff = (permissions: Command, context: CliContext): void => {
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

export const addGraphCommands = (permissions: Command, context: CliContext): void => {
  addGraph(permissions, context)
  addHistory(permissions, context)
  addDiff(permissions, context)
}
