import type { Command } from 'commander'
import type { AsOf } from '../../shared/contract/as-of.ts'
import type { ResourceQuery } from '../../shared/contract/permission-history.ts'
import { positionAsOf } from '../../shared/permissions/history/as-of.ts'
import { StartupProblem } from '../startup-problem.ts'
import type { OpenHistory } from './permissions-history.ts'
import { asOf, collectionNamed, databaseNamed, savedId, tableNamed } from './permissions-names.ts'

export type ResourceOptions = {
  readonly database?: string
  readonly schema?: string
  readonly table?: string
  readonly native?: true
  readonly collection?: string
  readonly card?: number
  readonly dashboard?: number
  readonly asOf?: AsOf
}

/** The options by which a command learns what is asked about. */
export const withResource = (command: Command): Command =>
  command
    .option('--database <name>', 'a database, by name or id')
    .option('--schema <name>', 'a schema of it')
    .option('--table <name>', 'a table, by name or id')
    .option('--native', 'SQL on the database')
    .option('--collection <name>', 'a collection, by name or id; root is the root')
    .option('--card <id>', 'a saved question, by its id', savedId)
    .option('--dashboard <id>', 'a dashboard, by its id', savedId)
    .option(
      '--as-of <moment>',
      'a revision (of a collection, the collection graph’s), a date or a time instead of now',
      asOf,
    )

/** What the options name, as the API is asked for it. @throws {StartupProblem} for nothing. */
export const resourceNamed = (
  { history }: OpenHistory,
  options: ResourceOptions,
): ResourceQuery => {
  const { database, schema, table, native, collection, card, dashboard, asOf: as_of } = options
  if (card !== undefined || dashboard !== undefined) {
    const isSomethingElse = database ?? schema ?? table ?? native ?? collection
    if (isSomethingElse || (card !== undefined && dashboard !== undefined))
      throw new StartupProblem('Name a saved question, a dashboard or something else: one of them.')
    return { card_id: card, dashboard_id: dashboard, as_of }
  }
  const revisions = collection === undefined ? history.revisions : history.collectionRevisions
  const state = history.at(positionAsOf(history, as_of, revisions))
  if (collection !== undefined) {
    if (database ?? schema ?? table ?? native)
      throw new StartupProblem('Name either a collection or something in a database, not both.')
    return { collection_id: collectionNamed(state, collection), as_of }
  }
  if (database === undefined && table === undefined)
    throw new StartupProblem(
      'Name what it is about: --table, --database, --collection, --card or --dashboard.',
    )
  const databaseId = database === undefined ? undefined : databaseNamed(state, database)
  if (native && (databaseId === undefined || (schema ?? table) !== undefined))
    throw new StartupProblem('--native is about a whole database: name just --database.')
  const table_id =
    table === undefined ? undefined : tableNamed(state, table, { databaseId, schema })
  return { database_id: databaseId, schema, table_id, native, as_of }
}
