import { z } from 'zod'
import { baseTypes } from '../kernel/base-type.ts'

/** What clients may have told of a column; the rest of it is theirs. */
const column = z
  .object({
    name: z.string().min(1),
    display_name: z.string().nullish(),
    description: z.string().nullish(),
    base_type: z.enum(baseTypes).catch('type/*'),
    semantic_type: z.string().nullish().catch(null),
  })
  .transform(({ name, display_name, description, base_type, semantic_type }) => ({
    name,
    display_name: display_name ?? name,
    description: description ?? null,
    base_type,
    semantic_type: semantic_type ?? null,
  }))
export type SavedColumn = z.output<typeof column>

/** The columns a saved question is known to answer; undefined where what was told are none. */
export const savedColumns = (
  resultMetadata: readonly unknown[] | null,
): readonly SavedColumn[] | undefined => {
  const columns = z.array(column).min(1).safeParse(resultMetadata)
  return columns.success ? columns.data : undefined
}
