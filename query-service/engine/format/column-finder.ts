import type { Json } from '../../../shared/kernel/json.ts'
import type { ColumnMetadata } from '../column-metadata.ts'

/** Finds the columns of one result by what settings call them. */
export type ColumnFinder = {
  byName(name: Json | undefined): ColumnMetadata | undefined
  /** By `["field", 39, {…}]`: the column most like it, the first of several. */
  byReference(reference: Json | undefined): ColumnMetadata | undefined
}

const isObject = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What older clients called a field. */
const olderKinds = new Set(['field-id', 'field-literal'])

/**
 * Keys that like references share, the most exact first: what is meant, reached by which join, in
 * which unit. Clients leave out what they think goes without saying. None for what is no reference.
 */
const likenesses = (reference: Json | undefined): readonly string[] => {
  if (!Array.isArray(reference)) return []
  const [kind, ...rest] = reference
  const id = rest.find((item) => typeof item === 'number' || typeof item === 'string')
  if (typeof kind !== 'string' || id === undefined) return []
  const options = rest.find(isObject) ?? {}
  const target = [olderKinds.has(kind) ? 'field' : kind, id]
  const path = [options['join-alias'] ?? null, options['source-field'] ?? null]
  const unit = [options['temporal-unit'] ?? null]
  return [[target, path, unit], [target, path], [target]].map((key) => JSON.stringify(key))
}

export const columnFinder = (columns: readonly ColumnMetadata[]): ColumnFinder => {
  const named = new Map<Json, ColumnMetadata>()
  const alike = new Map<string, ColumnMetadata>()
  for (const column of columns) {
    if (!named.has(column.name)) named.set(column.name, column)
    for (const key of likenesses(column.field_ref)) if (!alike.has(key)) alike.set(key, column)
  }
  return {
    byName: (name) => (name === undefined ? undefined : named.get(name)),
    byReference: (reference) => {
      const key = likenesses(reference).find((likeness) => alike.has(likeness))
      return key === undefined ? undefined : alike.get(key)
    },
  }
}
