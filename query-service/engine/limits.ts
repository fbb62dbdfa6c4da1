import { refuseUnless } from '../../shared/kernel/refusal.ts'
import type { Settings } from '../../shared/ports/settings.ts'
import { readInteger, readKeys, start } from './mbql/schema/clause.ts'

/** The most rows an answer holds: where rows are aggregated, and where they come as they are. */
export type RowCaps = { readonly aggregated: number; readonly bare: number }

/** What a sheet of a workbook holds beside its header; nothing answers more than that. */
export const absoluteCap = 1_048_575

export const exportCaps: RowCaps = { aggregated: absoluteCap, bare: absoluteCap }

/** The caps of an answer that nobody asked another length of. */
export const siteCaps = async (settings: Pick<Settings, 'get'>): Promise<RowCaps> => ({
  aggregated: await settings.get('aggregated-query-row-limit'),
  bare: await settings.get('unaggregated-query-row-limit'),
})

/**
 * The caps of an ad-hoc query: the caller's `constraints` over the site's, up or down, bare rows
 * never above aggregated ones. Saved questions and exports do not ask here.
 * @throws {Refusal} 400
 */
export const rowCaps = (constraints: unknown, site: RowCaps): RowCaps => {
  if (constraints === undefined || constraints === null) return site
  const at = start('constraints')
  const keys = readKeys(constraints, at)
  const read = (key: string): number | undefined =>
    keys.has(key) ? Math.min(readInteger(keys.get(key), at, 0), absoluteCap) : undefined
  const aggregated = read('max-results')
  const bare = read('max-results-bare-rows')
  refuseUnless(
    aggregated === undefined || bare === undefined || bare <= aggregated,
    'validation',
    'max-results-bare-rows may not be above max-results.',
  )
  const most = aggregated ?? site.aggregated
  return { aggregated: most, bare: Math.min(bare ?? site.bare, most) }
}

/** What a query asks for itself. */
export type AskedRows = {
  readonly limit?: number
  readonly page?: { readonly number: number; readonly items: number }
}

export type RowLimit = {
  /** Rows to answer at the most. */
  readonly rows: number
  /** The cap, where it is what limits the answer: then one row more is looked for, to know. */
  readonly cap?: number
}

/** The smaller of what the query asks for and what it may have. */
export const rowLimit = (asked: AskedRows, cap: number): RowLimit => {
  const wanted = Math.min(
    asked.limit ?? Number.POSITIVE_INFINITY,
    asked.page?.items ?? Number.POSITIVE_INFINITY,
  )
  return wanted <= cap ? { rows: wanted } : { rows: cap, cap }
}

/** Rows to read of a stream: one more than the answer holds where the cap decides. */
export const rowsToRead = ({ rows, cap }: RowLimit): number => (cap === undefined ? rows : rows + 1)
