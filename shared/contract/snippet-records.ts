import { z } from 'zod'
import { creatorRecord } from './creator-record.ts'

/** A piece of SQL that queries use as `{{snippet: name}}`. */
export const snippetRecord = z.object({
  id: z.int(),
  entity_id: z.string(),
  /** Unique to the letter, also among archived ones. */
  name: z.string(),
  content: z.string(),
  description: z.string().nullable(),
  /** Null stands for the root. */
  collection_id: z.int().nullable(),
  archived: z.boolean(),
  creator_id: z.int(),
  creator: creatorRecord.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type SnippetRecord = z.infer<typeof snippetRecord>
