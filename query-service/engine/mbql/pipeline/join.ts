import type { Json } from '../../../../shared/kernel/json.ts'
import type { ResolvedJoin } from '../resolved.ts'
import type { Column } from '../term.ts'
import { type Context, unsupported } from './context.ts'
import type { Stage } from './expression.ts'
import { matching } from './match.ts'
import type { OpenSource } from './source.ts'

/** Columns of the documents that are joined to, which the joined ones see as variables. */
const outsideColumns = (outside: Context) => {
  const variables: { [name: string]: Json } = {}
  const names = new Map<Column, string>()
  return {
    variables,
    nameOf: (column: Column): string => {
      const name = names.get(column) ?? `outer${names.size + 1}`
      names.set(column, name)
      variables[name] = outside.find(column).expression
      return name
    },
  }
}

/**
 * Joins documents as a member under `key`. SQL's null equals nothing, and so does it here: an
 * equality of fields, which takes null for null, is not used.
 */
export const joinStages = (
  { alias, strategy, condition }: ResolvedJoin,
  { collection, stages, place }: OpenSource,
  key: string,
  outside: Context,
): readonly Stage[] => {
  if (strategy === 'right-join' || strategy === 'full-join') return unsupported(strategy)
  const { variables, nameOf } = outsideColumns(outside)
  const context: Context = {
    ...outside,
    find: (column) =>
      column.relation === alias ? place(column.name) : { expression: `$$${nameOf(column)}` },
  }
  const match: Stage[] = condition ? [{ $match: matching(condition, context) }] : []
  const isKept = strategy === 'left-join'
  return [
    {
      $lookup: {
        from: collection,
        ...(Object.keys(variables).length > 0 ? { let: variables } : {}),
        pipeline: [...stages, ...match],
        as: key,
      },
    },
    { $unwind: { path: `$${key}`, ...(isKept ? { preserveNullAndEmptyArrays: true } : {}) } },
  ]
}
