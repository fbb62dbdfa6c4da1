import { z } from 'zod'

/** Who made something. */
export const creatorRecord = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  common_name: z.string(),
})
