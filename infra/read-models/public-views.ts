import type { readModelTables } from '../../shared/views/index.ts'
import { identifier } from './ddl.ts'
import type { TableColumn } from './switch-views.ts'

/** The schema strangers' requests look at: what is needed to show what is shared, and no people. */
export const publicSchema = 'rm_public'

type Tables = typeof readModelTables
type ColumnsOf<T extends keyof Tables> = readonly (keyof Tables[T]['columns'])[]

/** `hidden` columns are null to strangers; of what is `only` shown in part, the rest is. */
type Showing<T extends keyof Tables> = {
  readonly only?: ColumnsOf<T>
  readonly hidden?: ColumnsOf<T>
  /** Of rows, as SQL; all where absent. */
  readonly where?: string
}

/**
 * What strangers may look at: what things shared by link or embedded are made of and run on. Tables
 * that are not here they have no right to; those that stand beside things show nothing of people.
 */
const shown: { readonly [T in keyof Tables]?: Showing<T> } = {
  public_links: { hidden: ['created_by', 'created_at'] },
  cards: { hidden: ['creator_id', 'cache_ttl'] },
  dashboards: { hidden: ['creator_id', 'cache_ttl'] },
  dashcards: {},
  actions: { hidden: ['creator_id', 'template'] },
  snippets: { only: ['id', 'name', 'content'] },
  collections: { only: ['id', 'archived'] },
  databases: { hidden: ['creator_id', 'schedules', 'sync_error'] },
  tables: {},
  fields: {},
  settings: { only: ['key', 'value'], where: `key = 'enable-public-sharing'` },
  users: { only: [], where: 'false' },
}

/** What strangers see of a table, as SQL after `as`; undefined where that is nothing. */
export const publicQuery = (
  table: string,
  columns: readonly TableColumn[],
  source: string,
): string | undefined => {
  const showing = (shown as Readonly<Record<string, Showing<never> | undefined>>)[table]
  if (!showing) return undefined
  const {
    only,
    hidden = [],
    where,
  } = showing as {
    readonly only?: readonly string[]
    readonly hidden?: readonly string[]
    readonly where?: string
  }
  const isShown = (name: string) => (only?.includes(name) ?? true) && !hidden.includes(name)
  const listed = columns.map(({ name, type }) =>
    isShown(name) ? identifier(name) : `null::${type} as ${identifier(name)}`,
  )
  return `select ${listed.join(', ')} from ${source}${where === undefined ? '' : ` where ${where}`}`
}

/** Names of what strangers may look at. */
export const publicTables: readonly string[] = Object.keys(shown)
