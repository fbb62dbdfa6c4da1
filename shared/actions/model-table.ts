import type { CardContent } from '../events/card.ts'
import type { Json } from '../kernel/json.ts'

const isNothing = (value: Json | undefined): boolean =>
  value === undefined || value === null || (Array.isArray(value) && value.length === 0)

/**
 * The table a model is: its rows are those of the table, one by one. Undefined where it asks for
 * anything beyond the table, of saved questions, or in SQL.
 */
export const tableOfModel = ({ type, query }: CardContent['query']): number | undefined => {
  if (type !== 'query' || typeof query !== 'object' || query === null || Array.isArray(query))
    return undefined
  const clauses = Object.entries(query).filter(([, value]) => !isNothing(value))
  const [only, ...others] = clauses
  if (!only || others.length > 0) return undefined
  const [key, table] = only
  const isSource = key.toLowerCase().replaceAll('_', '-') === 'source-table'
  return isSource && typeof table === 'number' ? table : undefined
}
