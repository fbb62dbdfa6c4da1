import type { ValueEntry } from '../../shared/contract/parameter-values.ts'
import * as contract from '../../shared/contract/parameter-values.ts'
import type { Actor } from '../../shared/kernel/actor.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import { on, type QueryContext, type QueryRoute } from '../context.ts'
import { askColumn } from '../engine/parameter-values/ask.ts'
import { chainedValuesQuery } from '../engine/parameter-values/chain.ts'
import { findField, type KnownField } from '../engine/parameter-values/fields.ts'
import type { ValuesDependencies } from '../engine/parameter-values/values.ts'
import type { Wanted } from '../engine/parameter-values/wanted.ts'

type Asking = Omit<QueryContext, 'actor'> & { readonly actor: Actor }

/** Values of a field beside those of another one in the same rows. */
export const fieldValuesRoutes = (dependencies: ValuesDependencies): readonly QueryRoute[] => {
  const { cache } = dependencies

  /** A foreign key is looked for where it leads, once for each value that it can have. */
  const followed = async (asking: Asking, id: number): Promise<KnownField> => {
    const known = await findField(asking, cache, id)
    const { fk_target_field_id: target } = known.field
    return target === null ? known : findField(asking, cache, target)
  }

  const beside = async (asking: Asking, id: number, otherId: number) => {
    const [{ field }, { field: other }] = [
      await followed(asking, id),
      await followed(asking, otherId),
    ]
    if (field.table_id !== other.table_id)
      throw invalid('path', 'The two fields are not in the same table.')
    const column = { ...chainedValuesQuery(field, [], []), label: ['field', other.id, null] }
    const pair = ([value, label]: ValueEntry) =>
      [value, field.id === other.id ? value : (label ?? null)] as const
    return { column, pair }
  }

  return [
    on(contract.searchField, async ({ params: { id, searchId }, query }, context) => {
      const { column, pair } = await beside(context, id, searchId)
      const { value: text, limit } = query
      const wanted: Wanted = text === undefined ? { kind: 'all' } : { kind: 'matching', text }
      const { values } = await askColumn(dependencies, context, column, wanted, limit)
      return values.map(pair)
    }),

    on(contract.remapFieldValue, async ({ params: { id, remapId }, query: { value } }, context) => {
      const { column, pair } = await beside(context, id, remapId)
      const { values } = await askColumn(dependencies, context, column, { kind: 'one', value })
      const [entry] = values
      return entry ? pair(entry) : ([] as const)
    }),
  ]
}
