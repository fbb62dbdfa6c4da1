import { z } from 'zod'
import { idInBody } from './common.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])

/** What a token or an address says of a parameter; null and blank text say nothing. */
export const embeddedValue = scalar.nullable().or(z.array(scalar))
export type EmbeddedValue = z.infer<typeof embeddedValue>

/** What a token shows: exactly one thing. */
const resource = z
  .strictObject({ question: idInBody.optional(), dashboard: idInBody.optional() })
  .refine(({ question, dashboard }) => (question === undefined) !== (dashboard === undefined), {
    message: 'must name one question or one dashboard',
  })

/** What a token says beside the times between which it holds; what else it says is passed over. */
export const embeddingPayload = z.object({
  resource,
  params: z.record(z.string(), embeddedValue),
})
export type EmbeddingPayload = z.infer<typeof embeddingPayload>
