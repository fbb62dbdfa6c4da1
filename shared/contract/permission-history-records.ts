import { z } from 'zod'
import { collectionLevel, schemaLevel } from '../permissions/levels.ts'

/** The moment that an answer is about. */
export const momentRecord = z.object({
  /** Place in the log. */
  position: z.string(),
  /** Revisions so far of the data graph, or of the collection graph where it is about a collection. */
  revision: z.int(),
  /** When the last thing that bears on access happened; null before anything did. */
  time: z.string().nullable(),
})
export type MomentRecord = z.input<typeof momentRecord>

export const actorRecord = z.object({
  kind: z.enum(['user', 'system', 'anonymous']),
  id: z.int().nullable(),
  name: z.string(),
})
export type ActorRecord = z.input<typeof actorRecord>

/** Something that happened: when, by whom, and in which revision of a graph, if in one. */
export const factRecord = z.object({
  at: z.string(),
  actor: actorRecord,
  event: z.string(),
  revision: z.int().nullable(),
  comment: z.string().nullable(),
  request_id: z.string().nullable(),
})
export type FactRecord = z.input<typeof factRecord>

const collectionId = z.union([z.int(), z.literal('root')])

/** Something saved, and since when it is in its collection. */
const placed = z.object({
  id: z.int(),
  name: z.string(),
  in_collection_since: z.object({ at: z.string(), actor: actorRecord }),
})

/** What access is asked about; the members that its kind has. */
export const resourceRecord = z.object({
  kind: z.enum(['data', 'native', 'collection']),
  /** For people: `table orders`. */
  name: z.string(),
  database_id: z.int().optional(),
  schema: z.string().optional(),
  table_id: z.int().optional(),
  collection_id: collectionId.optional(),
  /** What was asked about, where that is something saved: its collection says who may see it. */
  card: placed.optional(),
  dashboard: placed.optional(),
})
export type ResourceRecord = z.input<typeof resourceRecord>

/** One way to a resource: through a group, as an admin, or as its owner. */
export const pathRecord = z.object({
  through: z.enum(['administrators', 'owner', 'group']),
  group_id: z.int().nullable(),
  group: z.string().nullable(),
  member_since: factRecord.nullable(),
  level: schemaLevel,
  /** Where the level was said; null where nothing is said. */
  on: z.enum(['database', 'schema', 'table', 'native', 'collection']).nullable(),
  granted: factRecord.nullable(),
  /** The last change that took it away, where there was something of use and is nothing any more. */
  taken_away: factRecord.nullable(),
})
export type PathRecord = z.input<typeof pathRecord>

/** A cell of the data graph that became another. */
export const cellRecord = z.object({
  group_id: z.int(),
  group: z.string(),
  database_id: z.int(),
  database: z.string(),
  right: z.enum(['data', 'native']),
  /** Left out for the whole database. */
  schema: z.string().optional(),
  /** Left out for the whole schema. */
  table_id: z.int().optional(),
  table: z.string().optional(),
  from: schemaLevel.nullable(),
  to: schemaLevel.nullable(),
})
export type CellRecord = z.input<typeof cellRecord>

/** A cell of the collection graph that became another. */
export const collectionCellRecord = z.object({
  group_id: z.int(),
  group: z.string(),
  collection_id: collectionId,
  collection: z.string(),
  from: collectionLevel.nullable(),
  to: collectionLevel.nullable(),
})
export type CollectionCellRecord = z.input<typeof collectionCellRecord>

export const revisionRecord = z.object({
  revision: z.int(),
  position: z.string(),
  at: z.string(),
  actor: actorRecord,
  comment: z.string().nullable(),
  /** The revision whose state this one brought back. */
  reverted_to: z.int().nullable(),
  request_id: z.string().nullable(),
  changes: z.array(cellRecord),
})

export const collectionRevisionRecord = revisionRecord.extend({
  changes: z.array(collectionCellRecord),
})
