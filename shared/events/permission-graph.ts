import { z } from 'zod'
import { collectionLevel, nativeLevel, schemaLevel } from '../permissions/levels.ts'
import { type EventOf, eventType, id } from './event-type.ts'

/** Null: nothing was said about this cell, or nothing is any more. */
const fromTo = <L extends z.ZodType>(level: L) => ({ from: level.nullable(), to: level.nullable() })

const pair = { group: id, database: id }

/** One cell of the data graph. Without `schema` it is the whole database, without `table` all of a schema. */
export const dataChange = z.object({
  ...pair,
  right: z.literal('data'),
  schema: z.string().optional(),
  table: id.optional(),
  ...fromTo(schemaLevel),
})
export const nativeChange = z.object({
  ...pair,
  right: z.literal('native'),
  ...fromTo(nativeLevel),
})
export const graphChange = z.discriminatedUnion('right', [dataChange, nativeChange])
export type GraphChange = z.infer<typeof graphChange>

export const collectionChange = z.object({
  group: id,
  collection: z.union([id, z.literal('root')]),
  ...fromTo(collectionLevel),
})
export type CollectionChange = z.infer<typeof collectionChange>

const revision = {
  /** Number of this event on its stream, from 1. */
  revision: id,
  comment: z.string().nullable(),
  /** The revision whose state this one brings back. */
  revertedTo: z.int().min(0).nullable(),
}

/** Accepted changes of who may do what, as deltas; any of them may take access away. */
export const permissionGraphEvents = {
  PermissionsGraphRevised: eventType(z.object({ ...revision, changes: z.array(graphChange) }), {
    takesAccess: true,
  }),
  CollectionGraphRevised: eventType(z.object({ ...revision, changes: z.array(collectionChange) }), {
    takesAccess: true,
  }),
}
export type PermissionGraphEvent = EventOf<typeof permissionGraphEvents>
