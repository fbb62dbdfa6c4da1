import { type SavedColumn, savedColumns } from '../../shared/cards/result-columns.ts'
import { datasetQuery } from '../../shared/contract/dataset.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { parseNative } from '../../shared/sql/template/native-query.ts'
import type { CardRow } from '../../shared/views/card.ts'
import { savedCards } from '../cards.ts'
import type { Views } from '../context.ts'
import type { ColumnMetadata } from './column-metadata.ts'
import type { Mbql } from './mbql/ast.ts'
import type { SavedSource } from './mbql/catalogue.ts'
import { withMetrics } from './mbql/metrics.ts'
import { withParameters } from './mbql/parameters.ts'
import { type References, referencesOf } from './mbql/references.ts'
import { parseMbql } from './mbql/schema.ts'
import { namesIn } from './native/names.ts'
import { ownParameters } from './native/own-parameters.ts'
import type { SnippetShelf } from './native/snippets.ts'

/** The saved questions a query is built on, however deep. */
export type SavedSources = {
  readonly sourceOf: (cardId: number) => SavedSource | undefined
  /** The table at the bottom of a query; null for SQL. */
  readonly tableUnder: (query: Mbql) => number | null
  /** Tables and fields they name. */
  readonly needed: Pick<References, 'tables' | 'fields'>
  /** There is SQL that somebody wrote in one of them. */
  readonly native: boolean
}

const columnOf = ({ name, base_type, ...rest }: SavedColumn): ColumnMetadata => ({
  ...rest,
  name,
  base_type,
  effective_type: base_type,
  source: 'fields',
  field_ref: ['field', name, { 'base-type': base_type }],
})

const openCard = ({
  name,
  type,
  dataset_query,
  parameters: declared,
  result_metadata,
}: CardRow): SavedSource => {
  const query = datasetQuery.parse(dataset_query)
  if (query.type === 'native') {
    const native = parseNative(query.native)
    return {
      kind: 'native',
      native,
      parameters: ownParameters(native.tags, query.parameters, declared),
      columns: (savedColumns(result_metadata) ?? []).map(columnOf),
    }
  }
  return {
    kind: 'query',
    query: withParameters(parseMbql(query.query), query.parameters),
    ...(type === 'metric' ? { metric: name } : {}),
  }
}

/** What a saved question names. */
const namedBy = (source: SavedSource): References =>
  source.kind === 'query'
    ? referencesOf(source.query)
    : { tables: new Set(), fields: new Set(), cards: new Set(), natives: [source.native] }

const load = (views: Views, ids: readonly number[]): Promise<readonly CardRow[]> =>
  savedCards(views).where('cards.id', 'in', ids).execute()

/**
 * Reads what `cards` and all that they are built on ask; those that are not there are left out.
 * @param shelf where the snippets they use are put
 * @param own the saved question whose query this is, which cannot be a source of itself
 * @throws {Refusal} 400 for a cycle, and for a question about another database
 */
export const loadSavedSources = async (
  views: Views,
  database: { readonly id: number; readonly engine: string },
  cards: Iterable<number>,
  shelf: SnippetShelf,
  own: number | undefined,
): Promise<SavedSources> => {
  const rows = new Map<number, CardRow>()
  const sources = new Map<number, SavedSource>()
  const tables = new Set<number>()
  const fields = new Set<number>()
  const asked = new Set<number>()
  const next = new Set(cards)
  let native = false
  while (next.size > 0) {
    if (own !== undefined && next.has(own))
      throw invalid('dataset_query', 'A question cannot be its own source.')
    for (const id of next) asked.add(id)
    const found = await load(views, [...next])
    next.clear()
    for (const row of found) {
      if (row.database_id !== database.id)
        throw invalid('database', `Card ${row.id} is about another database.`)
      const source = openCard(row)
      rows.set(row.id, row)
      sources.set(row.id, source)
      const references = namedBy(source)
      const named = await namesIn(references.natives, database.engine, shelf)
      native ||= references.natives.length > 0
      for (const id of references.tables) tables.add(id)
      for (const id of [...references.fields, ...named.fields]) fields.add(id)
      for (const id of [...references.cards, ...named.cards]) if (!asked.has(id)) next.add(id)
    }
  }
  const tableUnder = ({ source }: Mbql): number | null => {
    if (source.kind === 'query') return tableUnder(source.query)
    if (source.kind === 'card') return rows.get(source.id)?.table_id ?? null
    return source.kind === 'table' ? source.id : null
  }
  const asSaved = (id: number) => sources.get(id)
  const sourceOf = (id: number): SavedSource | undefined => {
    const saved = asSaved(id)
    return saved?.kind === 'query' ? { ...saved, query: withMetrics(saved.query, asSaved) } : saved
  }
  return { sourceOf, tableUnder, needed: { tables, fields }, native }
}
