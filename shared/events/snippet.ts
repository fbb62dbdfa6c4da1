import { z } from 'zod'
import { type EventOf, eventType, id } from './event-type.ts'

const content = z.object({
  name: z.string(),
  /** SQL text; it may have template tags of its own. */
  content: z.string(),
  description: z.string().nullable(),
  /** Null stands for the root. */
  collectionId: id.nullable(),
})
export type SnippetContent = z.infer<typeof content>

/** Pieces of SQL that queries use by name, each on its own stream. */
export const snippetEvents = {
  SnippetCreated: eventType(content.extend({ snippetId: id, creatorId: id })),
  /** Only what differs from before. */
  SnippetChanged: eventType(
    content.partial().extend({ snippetId: id, archived: z.boolean().optional() }),
  ),
}
export type SnippetEvent = EventOf<typeof snippetEvents>

/** A name belongs to one snippet, also to one that is archived. The stream is named by its hash. */
export const snippetNameEvents = {
  SnippetNameReserved: eventType(z.object({ snippetId: id, reservedAt: z.iso.datetime() })),
  SnippetNameReleased: eventType(z.object({ snippetId: id })),
}
export type SnippetNameEvent = EventOf<typeof snippetNameEvents>
