import type { BaseType } from '../../shared/kernel/base-type.ts'
import type { AccessHistory } from '../../shared/permissions/history/access-history.ts'
import type { Names } from '../../shared/permissions/history/names.ts'
import { type Path, pathSince } from '../../shared/permissions/history/path.ts'
import { createdWhen } from '../../shared/permissions/history/resource-created.ts'
import type { ReviewRow } from '../../shared/permissions/history/review.ts'
import { commentOf } from '../../shared/permissions/history/sentence.ts'
import { laterOf } from '../../shared/permissions/history/spell.ts'
import type { Moment } from '../../shared/permissions/history/timeline.ts'
import type { Cell } from '../../shared/ports/engine-driver.ts'
import type { ExportColumn, ExportRow } from '../engine/export/exporter.ts'

export type ReportNames = Names & { readonly emails: ReadonlyMap<number, string> }

type Facts = ReviewRow & {
  readonly history: AccessHistory
  readonly position: bigint
  readonly names: ReportNames
}
type Column = readonly [name: string, baseType: BaseType, cell: (facts: Facts) => Cell]

const idCell = (id: number | 'root' | undefined): Cell => (id === undefined ? null : String(id))

const by = (moment: Moment | undefined, { names }: Facts): Cell =>
  moment ? names.actor(moment.actor) : null

/** Why there is a level that nobody ever gave; no name is in brackets. */
const unsaid: Readonly<Record<Path['through'], string>> = {
  administrators: '(being an admin)',
  owner: '(being the owner)',
  group: '(from the beginning)',
}

/** What is there for admins as soon as it is there is theirs no earlier than that. */
const sinceWhen = ({ path, resource, history, position }: Facts): Cell =>
  laterOf(pathSince(path), createdWhen(history.ledger, position, resource))?.at ?? null

const databaseOf = ({ resource }: Facts) =>
  resource.kind === 'collection' ? undefined : resource.databaseId

const tableOf = ({ resource }: Facts) => (resource.kind === 'data' ? resource.tableId : undefined)

const collectionOf = ({ resource }: Facts) =>
  resource.kind === 'collection' ? resource.collectionId : undefined

const named = <I>(id: I | undefined, name: (id: I) => string): Cell =>
  id === undefined ? null : name(id)

const text = 'type/Text'
const id = 'type/Integer'
const time = 'type/DateTimeWithTZ'

/** The report's columns, and what each tells of a row. */
const columns: readonly Column[] = [
  ['user_id', id, ({ userId }) => String(userId)],
  ['user', text, ({ userId, names }) => names.person(userId)],
  ['email', text, ({ userId, names }) => names.emails.get(userId) ?? null],
  ['resource', text, ({ resource }) => resource.kind],
  ['database_id', id, (facts) => idCell(databaseOf(facts))],
  ['database', text, (facts) => named(databaseOf(facts), facts.names.database)],
  ['schema', text, ({ resource }) => (resource.kind === 'data' ? (resource.schema ?? null) : null)],
  ['table_id', id, (facts) => idCell(tableOf(facts))],
  ['table', text, (facts) => named(tableOf(facts), facts.names.table)],
  // A whole number, but for `root`.
  ['collection_id', id, (facts) => idCell(collectionOf(facts))],
  ['collection', text, (facts) => named(collectionOf(facts), facts.names.collection)],
  ['level', text, ({ path }) => path.grant.level],
  ['through', text, ({ path }) => path.through],
  ['group_id', id, ({ path }) => idCell(path.groupId)],
  ['group', text, ({ path, names }) => named(path.groupId, names.group)],
  ['since', time, sinceWhen],
  ['granted_at', time, ({ path }) => path.grant.since?.at ?? null],
  ['granted_by', text, (facts) => by(facts.path.grant.since, facts) ?? unsaid[facts.path.through]],
  ['revision', id, ({ path }) => idCell(path.grant.since?.revision)],
  [
    'comment',
    text,
    ({ path, history }) => (path.grant.since ? commentOf(history, path.grant.since) : null),
  ],
  ['member_since', time, ({ path }) => path.joined?.at ?? null],
  ['added_by', text, (facts) => by(facts.path.joined, facts)],
]

export const reportColumns: readonly ExportColumn[] = columns.map(([name, baseType]) => ({
  name,
  displayName: name,
  baseType,
  semanticType: null,
}))

export const reportRow = (
  history: AccessHistory,
  position: bigint,
  row: ReviewRow,
  names: ReportNames,
): ExportRow => {
  const facts = { ...row, history, position, names }
  return columns.map(([, , cell]) => cell(facts))
}
