import { z } from 'zod'

/** By parameter, what people may do with it where a thing is embedded; others are disabled. */
export const embeddingParams = z.record(z.string(), z.enum(['disabled', 'enabled', 'locked']))
