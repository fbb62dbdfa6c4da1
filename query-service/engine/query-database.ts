import { type DatasetQuery, savedQuestionsDatabase } from '../../shared/contract/dataset.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { DatabaseRow } from '../../shared/views/database.ts'
import { readableCards, savedCards } from '../cards.ts'
import { findDatabase } from '../metadata.ts'
import type { Mbql } from './mbql/ast.ts'
import { goneSource } from './mbql/resolve/gone-source.ts'
import { parseMbql } from './mbql/schema.ts'
import type { PositionCache } from './metadata-cache.ts'
import { type Asking, signedIn } from './prepare/prepared.ts'

/** The saved question at the bottom of a query, as far as it is spelled out. */
const cardUnder = ({ source }: Mbql): number | undefined => {
  if (source.kind === 'query') return cardUnder(source.query)
  return source.kind === 'card' ? source.id : undefined
}

const databaseOfCard = async (asking: Asking, id: number, asSaved: boolean) => {
  const { views } = asking
  if (!asSaved) await readableCards(views, signedIn(asking), [id], goneSource)
  const row = await savedCards(views).where('cards.id', '=', id).executeTakeFirst()
  if (!row) throw goneSource(id)
  return row.database_id
}

/**
 * The database a query is about. One that is built on a saved question need not name it.
 * @param asSaved the caller need not be allowed to read the question that it is built on
 * @throws {Refusal} 400 when none is named, 403 or 404 for the database or the question
 */
export const databaseOf = async (
  asking: Asking,
  cache: PositionCache,
  { database, type, query }: DatasetQuery,
  asSaved: boolean,
): Promise<DatabaseRow> => {
  const { views, position } = asking
  const find = (id: number) => cache.get(position, `database ${id}`, () => findDatabase(views, id))
  if (database && database !== savedQuestionsDatabase) return find(database)
  const card = type === 'query' && query !== undefined ? cardUnder(parseMbql(query)) : undefined
  if (card === undefined) throw invalid('database', 'A query names its database.')
  return find(await databaseOfCard(asking, card, asSaved))
}
