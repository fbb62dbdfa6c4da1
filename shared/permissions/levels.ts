import { z } from 'zod'

/** What a group may do with a database's data, a schema's or a table's (contract, "Graph levels"). */
export const schemaLevels = ['all', 'write', 'read', 'none'] as const
export const schemaLevel = z.enum(schemaLevels)
export type SchemaLevel = z.infer<typeof schemaLevel>

/** `write` may run SQL; `read` is what older clients still send and grants no more than `none`. */
export const nativeLevels = ['write', 'read', 'none'] as const
export const nativeLevel = z.enum(nativeLevels)
export type NativeLevel = z.infer<typeof nativeLevel>

/** What a group may do with what is in a collection: look, also change, or neither. */
export const collectionLevels = ['write', 'read', 'none'] as const
export const collectionLevel = z.enum(collectionLevels)
export type CollectionLevel = z.infer<typeof collectionLevel>

/** From the weakest on; of two that reach as far, one is shown first. */
const strength: Record<SchemaLevel, number> = { none: 0, read: 1, write: 2, all: 3 }

/** How far a level reaches: `all` and `write` let one do the same (decision P6). */
export const reach: Readonly<Record<SchemaLevel, number>> = { none: 0, read: 1, write: 2, all: 2 }

export const isStronger = (a: SchemaLevel, b: SchemaLevel): boolean => strength[a] > strength[b]

/** The most permissive of some levels; `none` of none. */
export const strongest = <L extends SchemaLevel>(levels: Iterable<L>): L | 'none' => {
  let best: L | 'none' = 'none'
  for (const level of levels) if (isStronger(level, best)) best = level
  return best
}

/** Structured queries need no more than this. */
export const mayRead = (level: SchemaLevel): boolean => level !== 'none'

/** What writes the rows of a table needs this (decision P6). */
export const mayWrite = (level: SchemaLevel): boolean => reach[level] === reach.write
