import { z } from 'zod'
import { collectionLevel, nativeLevel, schemaLevel } from '../permissions/levels.ts'

const place = { schema: z.string(), table_id: z.int() }

/** Ids of the active users it happens to, ascending. */
const affected = { user_ids: z.array(z.int()) }

const dataEffect = z.object({
  ...affected,
  database_id: z.int(),
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
  database_id: z.int(),
  right: z.literal('native'),
  from: nativeLevel,
  to: nativeLevel,
})

/** A collection, which may be somebody's personal one, or the root. */
export const collectionId = z.union([z.int(), z.literal('root')])

const collectionEffect = z.object({
  ...affected,
  right: z.literal('collection'),
  collection_id: collectionId,
  from: collectionLevel,
  to: collectionLevel,
})

const effect = z.discriminatedUnion('right', [dataEffect, nativeEffect, collectionEffect])
const effects = z.array(effect)
type Effect = z.infer<typeof effect>

/** What happens to a right; whose it is comes later. */
export type ShiftOf<R extends Effect['right']> = Omit<Extract<Effect, { right: R }>, 'user_ids'>
export type Shift = { [R in Effect['right']]: ShiftOf<R> }[Effect['right']]

/** What a change does to what people may do, all of their groups taken together. */
export const accessEffect = z.object({ gains: effects, losses: effects })
export type AccessEffect = z.infer<typeof accessEffect>

/** What a change of groups or memberships would do, were it not a dry run. */
export const membershipTrial = z.object({ dry_run: z.literal(true), ...accessEffect.shape })
export type MembershipTrial = z.infer<typeof membershipTrial>
