import type { z } from 'zod'

/** What is not as it should be counts as left out: no wish about looks is worth a failed answer. */
export const wish = <S extends z.ZodType>(shape: S) => shape.optional().catch(undefined)
