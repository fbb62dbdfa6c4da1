import { z } from 'zod'

/** Who made something. */
export const creatorRecord = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  common_name: z.string(),
})

/** What every thing tells that somebody made and that keeps its versions. */
export const authoredFields = {
  creator_id: z.int(),
  creator: creatorRecord.nullable(),
  can_write: z.boolean(),
  /** Counts every change; `/history` tells them. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
}
