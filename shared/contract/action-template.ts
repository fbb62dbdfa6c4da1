import { z } from 'zod'
import { httpMethods } from '../actions/kinds.ts'
import { jsonText } from './dataset.ts'

/** Also as JSON text, which is how clients of Metabase send them. */
const headers = z.preprocess(
  (value) => (value === '' ? {} : value),
  jsonText(z.record(z.string(), z.string())),
)

/** A call with `{{name}}` where values go; `[[…]]` is left out where a value in it is missing. */
export const httpTemplateBody = z.object({
  method: z.enum(httpMethods),
  url: z.string().min(1, 'is missing'),
  headers: headers.nullish(),
  body: z.string().max(100_000, 'must have at most 100000 characters').nullish(),
})
export type HttpTemplateBody = z.infer<typeof httpTemplateBody>
