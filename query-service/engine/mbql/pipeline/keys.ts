import type { ColumnMetadata } from '../../column-metadata.ts'
import { uniqueAliases } from '../alias.ts'
import { inherited } from './place.ts'

/** A dot or a dollar would lead elsewhere; a number would not stay in its place among others. */
const harmless = (name: string): string => {
  const text = name.trim().replaceAll(/[.$]/g, '_')
  return inherited.has(text) || /^\d+$/.test(text) ? `_${text}` : text
}

/** The keys of a query's documents: the names of its columns, as far as they can be keys. */
export const keysOf = (columns: readonly ColumnMetadata[]): readonly string[] => {
  const label = uniqueAliases()
  return columns.map(({ name }) => label(harmless(name)))
}

/** Under which key the query around finds a column that it knows by name. */
export const keyByName = (columns: readonly ColumnMetadata[]): ReadonlyMap<string, string> => {
  const label = uniqueAliases()
  const keys = keysOf(columns)
  return new Map(columns.map(({ name }, place) => [label(name), keys[place] ?? '']))
}
