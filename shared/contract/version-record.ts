import { z } from 'zod'
import { actorRecord } from './permission-history-records.ts'

/** One version of something saved: who made it when, and what it changed. */
export const versionRecord = z.object({
  version: z.int(),
  timestamp: z.string(),
  user: actorRecord,
  /** By the key that changed; everything there is, in the first version. */
  changes: z.record(z.string(), z.object({ from: z.json(), to: z.json() })),
  /** The version whose content this one brought back. */
  restored_to: z.int().nullable(),
})
