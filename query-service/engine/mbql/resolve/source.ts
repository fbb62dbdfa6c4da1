import { invalid, refuseUnless } from '../../../../shared/kernel/refusal.ts'
import { type ResolveQuery, resolveNative } from '../../native/resolve.ts'
import type { Source } from '../ast.ts'
import type { SavedSource } from '../catalogue.ts'
import type { ResolvedSource } from '../resolved.ts'
import { goneSource } from './gone-source.ts'
import { nativeRelation, queryRelation, type Relation, tableRelation } from './relation.ts'
import { nothingTouched, type Session } from './session.ts'

/** A source under a name no other in its query has. */
export type Opened = { readonly source: ResolvedSource; readonly relation: Relation }

/** Hands out the name, given the one that would be nice to have. */
export type NameIt = (wish: string) => string

const mostNestedCards = 20

/**
 * @throws {Refusal} 400 in the same words for a table that is unknown, inactive or in another
 * database: the answer must not tell which.
 */
const openTable = (source: Source & { kind: 'table' }, session: Session, name: NameIt): Opened => {
  const { catalogue, touched, reads } = session
  const table = catalogue.table(source.id)
  if (!table?.active || table.db_id !== catalogue.database.id)
    throw invalid(source.path, `There is no table ${source.id} in this database.`)
  touched.tables.add(table.id)
  reads.add(table.id)
  return {
    source: { kind: 'table', table },
    relation: tableRelation(catalogue.fieldsOf(table.id), name(table.name)),
  }
}

const openSaved = (
  saved: SavedSource,
  session: Session,
  name: NameIt,
  resolve: ResolveQuery,
): Opened => {
  if (saved.kind === 'native') {
    session.touched.native = true
    const { native, parameters, columns } = saved
    const source = resolveNative(native, parameters, session, resolve, { isNested: true })
    return { source, relation: nativeRelation(columns, name('source')) }
  }
  const query = resolve(saved.query, session)
  return {
    source: { kind: 'query', query },
    relation: queryRelation(query.columns, name('source')),
  }
}

/** Who may read a saved question may have its rows: what it touches itself is not the caller's. */
const openCard = (
  source: Source & { kind: 'card' },
  session: Session,
  name: NameIt,
  resolve: ResolveQuery,
) => {
  const { id, path } = source
  const saved = session.catalogue.card?.(id)
  if (!saved) throw goneSource(id)
  const isCyclic = session.cards.includes(id) || session.cards.length >= mostNestedCards
  refuseUnless(!isCyclic, 'validation', `Card ${id} is its own source.`, {
    errors: { [path]: 'Card cycle.' },
  })
  session.touched.cards.add(id)
  const inside = { ...session, touched: nothingTouched(), cards: [...session.cards, id] }
  return openSaved(saved, inside, name, resolve)
}

/** @throws {Refusal} 400; 404 for a saved question that is not there. */
export const openSource = (
  source: Source,
  session: Session,
  name: NameIt,
  resolve: ResolveQuery,
): Opened => {
  switch (source.kind) {
    case 'table':
      return openTable({ ...source, kind: 'table' }, session, name)
    case 'card':
      return openCard({ ...source, kind: 'card' }, session, name, resolve)
    case 'native':
      return openSaved({ ...source, parameters: [], columns: [] }, session, name, resolve)
    default:
      return openSaved(source, session, name, resolve)
  }
}
