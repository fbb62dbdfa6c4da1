import type { Command } from 'commander'
import { answerDiff } from '../../query-service/permissions/diff.ts'
import type { AsOf } from '../../shared/contract/as-of.ts'
import { groupText } from '../../shared/permissions/graph/group-texts.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import type { CliContext } from './context.ts'
import { show } from './output-format.ts'
import { type OpenHistory, withHistory } from './permissions-history.ts'
import { asOf } from './permissions-names.ts'
import { type Formatted, type Ids, isIn, type Part, partIds, withPart } from './permissions-part.ts'
import { factText, levelText, placeText } from './permissions-text.ts'

/** Before anything was ever said. */
const beginning: AsOf = { kind: 'time', time: '0001-01-01T00:00:00.000Z' }

/** The graph as `GET /api/permissions/graph` answers it. */
const graphJson = ({ history }: OpenHistory, at: bigint, { groupId, databaseId }: Ids) => {
  const state = history.at(at)
  const groupIds = groupId === undefined ? state.groupIds() : [groupId]
  const databaseIds = databaseId === undefined ? state.databaseIds() : [databaseId]
  const groups = groupIds.map((id) => [id, JSON.parse(groupText(state, id, databaseIds))] as const)
  return { revision: state.revision, groups: Object.fromEntries(groups) }
}

export const addGraph = (permissions: Command, context: CliContext): void => {
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
