import type { Command } from 'commander'
import { formatOption, type OutputFormat } from './output-format.ts'
import type { OpenHistory } from './permissions-history.ts'
import { databaseNamed, groupNamed } from './permissions-names.ts'

export type Part = { readonly group?: string; readonly database?: string }
export type Formatted = { readonly format: OutputFormat }

/** The options by which a command looks at a part of the graph only. */
export const withPart = (command: Command): Command =>
  command
    .option('--group <name>', 'only of a group, by name or id')
    .option('--database <name>', 'only on a database, by name or id')
    .addOption(formatOption())

/** What was there once can be asked about by its id, what is there also by its name. */
const idOf = (text: string, known: ReadonlyMap<number, unknown>, find: () => number): number =>
  known.has(Number(text)) ? Number(text) : find()

export const partIds = (
  { history }: OpenHistory,
  { group, database }: Part,
  at = history.position,
) => {
  const state = history.at(at)
  const { groups, databases } = history.ledger
  return {
    groupId: group === undefined ? undefined : idOf(group, groups, () => groupNamed(state, group)),
    databaseId:
      database === undefined
        ? undefined
        : idOf(database, databases, () => databaseNamed(state, database)),
  }
}

export type Ids = ReturnType<typeof partIds>

/** Whether a cell is in the part that is looked at. */
export const isIn =
  ({ groupId, databaseId }: Ids) =>
  (cell: { readonly group_id: number; readonly database_id: number }) =>
    (groupId === undefined || cell.group_id === groupId) &&
    (databaseId === undefined || cell.database_id === databaseId)
