import { z } from 'zod'

export const tagTypes = [
  'text',
  'number',
  'date',
  'boolean',
  'dimension',
  'snippet',
  'card',
  'temporal-unit',
] as const
export type TagType = (typeof tagTypes)[number]

/** What a `{{tag}}` of a native query is; it has the key it stands under as its name. */
export const templateTag = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  'display-name': z.string().optional(),
  type: z.enum(tagTypes).default('text'),
  default: z.json().optional(),
  required: z.boolean().default(false),
  /** A reference to the column of a field filter or a temporal unit. */
  dimension: z.json().optional(),
  /** The type of a field filter's values. */
  'widget-type': z.string().optional(),
  /** What the column is called in the SQL, where that is not its own name. */
  alias: z.string().optional(),
  options: z.record(z.string(), z.json()).optional(),
  'snippet-id': z.int().positive().optional(),
  'snippet-name': z.string().optional(),
  'card-id': z.int().positive().optional(),
})
export type TemplateTag = z.infer<typeof templateTag>
