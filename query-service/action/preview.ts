import { shownTemplate } from '../../shared/actions/action-columns.ts'
import { givenValues, withDefaults } from '../../shared/actions/given-values.ts'
import type { ActionType } from '../../shared/actions/kinds.ts'
import { idOfSlug } from '../../shared/actions/parameter.ts'
import {
  currentRow,
  type Filled,
  httpPlan,
  implicitPlan,
  queryPlan,
} from '../../shared/actions/plan.ts'
import { writtenDialect } from '../../shared/actions/written-dialect.ts'
import type { ActionPreview } from '../../shared/contract/action-records.ts'
import type { Json } from '../../shared/kernel/json.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { WriteStatement } from '../../shared/ports/engine-writer.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'
import type { DescribedAction } from '../action-parameters.ts'
import { databaseOf } from '../actions.ts'
import type { QueryContext } from '../context.ts'
import { findDatabase } from '../metadata.ts'
import { type RowReading, readRow } from './read-row.ts'

type Values = Readonly<Record<string, Json>>
type Asking = Pick<QueryContext, 'views' | 'signal'>
type Row = { readonly [slug: string]: Json }
type Part = Partial<ActionPreview['action-preview']>
type Previewed = { readonly part: Part; readonly begins?: Row }

type Wanted = {
  readonly action: DescribedAction
  readonly filled: Filled
  readonly asking: Asking
}
type Previewer = (dependencies: RowReading, wanted: Wanted) => Promise<Previewed>

const statementPart = ({ query: { sql, parameters } }: WriteStatement): Part => ({
  sql,
  parameters: [...parameters],
})

const spokenDatabase = async ({ views }: Asking, action: DescribedAction) => {
  const id = databaseOf(action)
  const database: DatabaseRow = await findDatabase(views, id ?? 0)
  return { database, dialect: writtenDialect(database, database.actions_enabled) }
}

/** An update without new values is none yet: its form begins with the row as it is. */
const isBare = ({ kind, target }: DescribedAction, { parameters, values }: Filled): boolean => {
  const key = target && idOfSlug(parameters, target.key.slug)
  return kind === 'row/update' && [...values.keys()].every((id) => id === key)
}

const implicit: Previewer = async (dependencies, { action, filled, asking }) => {
  const { kind, target } = action
  if (!kind || !target)
    throw invalid('model_id', 'The model must be a table as it is, with one primary key.')
  const { database, dialect } = await spokenDatabase(asking, action)
  const statement = isBare(action, filled)
    ? {}
    : statementPart(implicitPlan(kind, target, dialect, filled))
  if (kind === 'row/create') return { part: statement }
  const query = currentRow(target, dialect, filled)
  const row = await readRow(dependencies, { database, query, target, signal: asking.signal })
  const { slug } = target.key
  const begins = row && (kind === 'row/delete' ? { [slug]: row[slug] ?? null } : row)
  return { part: { ...statement, 'current-row': row ?? null }, ...(begins && { begins }) }
}

const query: Previewer = async (_, { action, filled, asking }) => {
  const { dialect } = await spokenDatabase(asking, action)
  const { dataset_query: asked } = action
  return { part: asked ? statementPart(queryPlan({ query: asked }, dialect, filled)) : {} }
}

/** With masks where secrets stand. */
const http: Previewer = async (_, { action: { template }, filled }) => {
  if (!template) return { part: {} }
  const {
    method,
    url,
    headers,
    body = null,
  } = httpPlan({ ...shownTemplate(template), secretRef: null }, filled)
  return { part: { request: { method, url, headers: { ...headers }, body } } }
}

const previewers: { readonly [T in ActionType]: Previewer } = { implicit, query, http }

/**
 * What a run with these values would do; nothing of it is done.
 * @throws {Refusal} 400 for values a run would refuse, 404, and 503 where a row cannot be read
 */
export const previewOf = async (
  dependencies: RowReading,
  asking: Asking,
  action: DescribedAction,
  values: Values,
): Promise<ActionPreview> => {
  const { parameters, visualization_settings: form, type, kind } = action
  const given = withDefaults(parameters, form, givenValues(parameters, values))
  const filled = { parameters, values: given }
  const { part, begins } = await previewers[type](dependencies, { action, filled, asking })
  const nothing = { 'current-row': null, sql: null, parameters: null, request: null }
  return { ...begins, 'action-preview': { type, kind, ...nothing, ...part } }
}
