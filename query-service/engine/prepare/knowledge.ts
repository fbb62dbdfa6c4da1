import type { DatabaseRow } from '../../../shared/views/database.ts'
import type { Catalogue } from '../mbql/catalogue.ts'
import type { References } from '../mbql/references.ts'
import { loadCatalogue, type PositionCache } from '../metadata-cache.ts'
import { namesIn } from '../native/names.ts'
import { snippetShelf } from '../native/snippets.ts'
import { loadSavedSources, type SavedSources } from '../saved-sources.ts'
import type { Asking, PrepareOptions } from './prepared.ts'
import { refuseUnreadSources } from './rights.ts'

/** What has to be known to understand a query. */
export type Knowledge = {
  readonly catalogue: Catalogue
  readonly sources: SavedSources
  /** The saved questions it names, also in SQL of its own. */
  readonly cards: readonly number[]
}

/**
 * Reads all that a query names and is built on.
 * @throws {Refusal} 404 or 403 for a saved question that is not there or not for the caller; 400
 */
export const gather = async (
  asking: Asking,
  cache: PositionCache,
  references: References,
  database: DatabaseRow,
  { card, asSaved }: PrepareOptions,
): Promise<Knowledge> => {
  const { views, position } = asking
  const shelf = snippetShelf(views)
  const named = await namesIn(references.natives, database.engine, shelf)
  const cards = new Set([...references.cards, ...named.cards])
  if (!asSaved) await refuseUnreadSources(asking, cards)
  const sources = await loadSavedSources(views, database, cards, shelf, card)
  const known = await loadCatalogue(views, cache, position, database, {
    tables: [...references.tables, ...sources.needed.tables],
    fields: [...references.fields, ...named.fields, ...sources.needed.fields],
  })
  const catalogue: Catalogue = { ...known, card: sources.sourceOf, snippet: shelf.find }
  return { catalogue, sources, cards: [...cards] }
}
