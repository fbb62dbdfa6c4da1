import type { BaseType } from '../../../shared/kernel/base-type.ts'
import { isArchived } from '../../archived.ts'
import { savedCards } from '../../cards.ts'
import { failedLookup } from '../failed-lookup.ts'
import type { PositionCache } from '../metadata-cache.ts'
import type { Asking, PrepareOptions } from '../prepare/prepared.ts'
import { prepareQuery } from '../prepare.ts'
import { type KeptRunContext, type RunDependencies, runToResult } from '../run.ts'
import { distinctValues, type ValuesColumn } from './column-query.ts'
import { bounded, entryOf, mostValues, type ValueList } from './entry.ts'
import { conditionFor, type TypedColumn, type Wanted } from './wanted.ts'

export type AskDependencies = RunDependencies & { readonly cache: PositionCache }

/** Who asks for values. */
export type ValuesAsking = Asking &
  Pick<KeptRunContext, 'signal' | 'afterwards'> & {
    /** What was saved is asked for: whoever may read that may have its values (P7). */
    readonly asSaved?: true
  }

const typed = (reference: ValuesColumn['value'], baseType: BaseType = 'type/*'): TypedColumn => ({
  reference,
  baseType,
})

const isPutAway = ({ views, position }: Asking, cache: PositionCache, id: number) =>
  cache.get(position, `whether card ${id} is archived`, async () => {
    const card = await savedCards(views).where('cards.id', '=', id).executeTakeFirst()
    return card !== undefined && isArchived(card)
  })

/**
 * The values of a column that are wanted, asked of its database.
 * @throws {Refusal} 400, 403 or 404 for a column one may not ask for or that is not there, 503 for a
 * database that does not answer
 */
export const askColumn = async (
  dependencies: AskDependencies,
  asking: ValuesAsking,
  column: ValuesColumn,
  wanted: Wanted,
  most = mostValues,
): Promise<ValueList> => {
  const { value, label, card, from } = column
  const options: PrepareOptions = {
    caps: { aggregated: most, bare: most },
    card,
    ...(asking.asSaved && { asSaved: true }),
  }
  const prepare = (query: ValuesColumn['query']) =>
    prepareQuery(asking, dependencies, query, options)

  const all = distinctValues(column)
  const everything = await prepare(all)
  if (from !== undefined && (await isPutAway(asking, dependencies.cache, from)))
    return { values: [], hasMore: false }
  const [first, second] = everything.columns ?? []
  const own = typed(value, first?.base_type)
  const shown = label === undefined ? own : typed(label, (second ?? first)?.base_type)
  const condition = wanted.kind === 'all' ? null : conditionFor(wanted, own, shown)
  if (condition === undefined || (wanted.kind === 'one' && label === undefined))
    return { values: [], hasMore: false }
  const query = condition === null ? all : distinctValues(column, condition)
  const prepared = condition === null ? everything : await prepare(query)

  const { signal, afterwards } = asking
  const run = { signal, afterwards, jsonQuery: query, context: 'parameter-values' }
  const result = await runToResult(dependencies, prepared, run)
  if (result.status === 'failed') throw failedLookup(result.error_type, result.error)
  const { rows, rows_truncated: cap } = result.data
  const values = rows.map(([one = null, name = null]) => entryOf(one, name))
  return bounded({ values, hasMore: cap !== undefined }, most)
}
