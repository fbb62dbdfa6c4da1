import type { NativeQuery } from '../../../shared/sql/template/native-query.ts'
import type { Reference } from './ast/reference.ts'
import type { Mbql } from './ast.ts'

/** Ids a query names: what has to be known of a database before the query can be resolved. */
export type References = {
  readonly tables: ReadonlySet<number>
  /** Fields of tables that no clause names, as they are reached through foreign keys. */
  readonly fields: ReadonlySet<number>
  readonly cards: ReadonlySet<number>
  /** SQL of the caller's own: what it names by its tags is for who knows its language to say. */
  readonly natives: readonly NativeQuery[]
}

/** All that stands anywhere in a parsed query, and in what comes with it. */
export const referencesOf = (...parsed: readonly (Mbql | Reference)[]): References => {
  const natives: NativeQuery[] = []
  const found = { tables: new Set<number>(), fields: new Set<number>(), cards: new Set<number>() }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('kind' in node && 'id' in node && typeof node.id === 'number') {
      if (node.kind === 'table') found.tables.add(node.id)
      if (node.kind === 'card' || node.kind === 'metric') found.cards.add(node.id)
      if (node.kind === 'field' && 'sourceField' in node) found.fields.add(node.id)
    }
    if ('kind' in node && node.kind === 'native' && 'native' in node)
      natives.push(node.native as NativeQuery)
    else for (const child of Object.values(node)) visit(child)
  }
  visit(parsed)
  return { ...found, natives }
}
