import { z } from 'zod'
import { nativeLevel, schemaLevel } from '../permissions/levels.ts'

const place = { schema: z.string(), table_id: z.int() }

const affected = {
  /** Ids of the active users it happens to, ascending. */
  user_ids: z.array(z.int()),
  database_id: z.int(),
}

const dataEffect = z.object({
  ...affected,
  right: z.literal('data'),
  /** Without one, the whole database; without `table_id`, the whole schema. */
  schema: place.schema.optional(),
  table_id: place.table_id.optional(),
  from: schemaLevel,
  to: schemaLevel,
  /** Parts this is not true of: they stay as they are, or an entry of their own tells of them. */
  except: z
    .array(z.object({ schema: place.schema, table_id: place.table_id.optional() }))
    .optional(),
})

const nativeEffect = z.object({
  ...affected,
  right: z.literal('native'),
  from: nativeLevel,
  to: nativeLevel,
})

const effects = z.array(z.discriminatedUnion('right', [dataEffect, nativeEffect]))

/** What a change does to what people may do, all of their groups taken together. */
export const accessEffect = z.object({ gains: effects, losses: effects })
export type AccessEffect = z.infer<typeof accessEffect>

/** What a change of groups or memberships would do, were it not a dry run. */
export const membershipTrial = z.object({ dry_run: z.literal(true), ...accessEffect.shape })
export type MembershipTrial = z.infer<typeof membershipTrial>
