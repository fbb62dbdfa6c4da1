import { z } from 'zod'
import { httpMethods, implicitKinds } from '../actions/kinds.ts'
import { type EventOf, eventType, id } from './event-type.ts'

const object = z.record(z.string(), z.json())

/** A call with `{{name}}` where values go. */
const template = z.object({
  method: z.enum(httpMethods),
  url: z.string(),
  /** By name; those that are secret stand here with a mask in place of their values. */
  headers: z.record(z.string(), z.string()),
  body: z.string().nullable(),
  /** Where the vault keeps the values of secret headers; null where there are none. */
  secretRef: z.string().nullable(),
})
export type HttpTemplate = z.infer<typeof template>

/** What an action does, which is all that differs between their types. */
const definition = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('implicit'),
    kind: z.enum(implicitKinds),
    /** The table of its model when it was made: whoever made it may write that, and links lead there. */
    tableId: id.optional(),
  }),
  z.object({
    type: z.literal('query'),
    databaseId: id,
    /** The `dataset_query` as it was sent. */
    query: object,
  }),
  z.object({ type: z.literal('http'), template }),
])
export type ActionDefinition = z.infer<typeof definition>

const content = z.object({
  name: z.string(),
  description: z.string().nullable(),
  /** The model it belongs to, whose collection says who may see it; null: it belongs to none. */
  modelId: id.nullable(),
  definition,
  /** Those of implicit actions follow from the columns of the table. */
  parameters: z.array(object),
  visualizationSettings: object,
})
export type ActionContent = z.infer<typeof content>

/** Actions, each on its own stream: every event is a version of it, the first one is 1. */
export const actionEvents = {
  ActionCreated: eventType(content.extend({ actionId: id, creatorId: id })),
  /** Only what differs from the version before; another definition comes as a whole. */
  ActionChanged: eventType(
    content.partial().extend({ actionId: id, archived: z.boolean().optional() }),
    // What it does no more, or is put away, nobody may do through it any more.
    { takesAccess: true },
  ),
  ActionDeleted: eventType(z.object({ actionId: id }), { takesAccess: true }),
}
export type ActionEvent = EventOf<typeof actionEvents>
