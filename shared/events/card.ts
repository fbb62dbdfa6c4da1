import { z } from 'zod'
import { cardTypes } from '../cards/card-type.ts'
import { type EventOf, eventType, id } from './event-type.ts'

const object = z.record(z.string(), z.json())

/** What a query reads, found out when it was saved. */
const reads = z.object({
  database: id,
  /** The table at the bottom of it; null for SQL. */
  table: id.nullable(),
  /** The saved questions it is built on. */
  cards: z.array(id),
})
export type CardReads = z.infer<typeof reads>

/** What a saved question asks and how it is shown. */
const content = z.object({
  name: z.string(),
  description: z.string().nullable(),
  type: z.enum(cardTypes),
  display: z.string(),
  /** The `dataset_query` as it was sent. */
  query: object,
  reads,
  visualizationSettings: object,
  parameters: z.array(object),
  /** The columns it answers; null while nobody knows them. */
  resultMetadata: z.array(object).nullable(),
  /** Seconds. */
  cacheTtl: z.int().nullable(),
})
export type CardContent = z.infer<typeof content>

/** Saved questions, each on its own stream: every event is a version of it, the first one is 1. */
export const cardEvents = {
  CardCreated: eventType(
    content.extend({
      cardId: id,
      /** Null stands for the root. */
      collectionId: id.nullable(),
      creatorId: id,
    }),
  ),
  /** Only what differs from the version before. */
  CardChanged: eventType(
    content.partial().extend({
      cardId: id,
      archived: z.boolean().optional(),
      /** The version whose content was brought back. */
      restoredTo: z.int().min(1).optional(),
    }),
  ),
  CardMoved: eventType(z.object({ cardId: id, from: id.nullable(), to: id.nullable() }), {
    takesAccess: true,
  }),
  CardEmbeddingChanged: eventType(
    z.object({
      cardId: id,
      enabled: z.boolean(),
      /** By parameter, what an embedded question lets people do with it; null: nothing was said. */
      parameters: object.nullable(),
    }),
    { takesAccess: true },
  ),
  CardDeleted: eventType(z.object({ cardId: id }), { takesAccess: true }),
}
export type CardEvent = EventOf<typeof cardEvents>
