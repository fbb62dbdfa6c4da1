import type { DatasetQuery, ExportFormat } from '../../../shared/contract/dataset.ts'
import type { SheetFormat } from '../export/pivot/write-pivot.ts'
import { isSplit, type Pivot } from '../mbql/pivot/pivot.ts'
import type { Asking, PrepareDependencies, Prepared, PrepareOptions } from '../prepare/prepared.ts'
import { prepareQuery } from '../prepare.ts'
import { describedPivot, preparePivot } from './prepare-pivot.ts'

/** How a result is to be shown in a file. */
export type Shown = {
  readonly format: ExportFormat
  readonly pivotResults: boolean
  /** The pivot a request describes itself. */
  readonly pivot?: Pivot
  /** Visualization settings, which may describe one. */
  readonly settings?: Readonly<Record<string, unknown>> | null | undefined
}

/** A query to export: as a sheet that shows a pivot table, or in rows as they come. */
export type PreparedExport = { readonly prepared: Prepared } & (
  | { readonly format: SheetFormat; readonly pivot: Pivot }
  | { readonly format: ExportFormat; readonly pivot?: undefined }
)

/**
 * An export is a pivot table where that is asked for, somebody said which breakouts are rows and
 * columns, and the format is that of a sheet; JSON is for programs, which have `/pivot`.
 */
export const prepareExport = async (
  asking: Asking,
  dependencies: PrepareDependencies,
  query: DatasetQuery,
  options: PrepareOptions,
  { format, pivotResults, pivot: asked, settings }: Shown,
): Promise<PreparedExport> => {
  const flat = async () => ({
    format,
    prepared: await prepareQuery(asking, dependencies, query, options),
  })
  if (!pivotResults || format === 'json' || query.type === 'native') return flat()
  const pivot =
    asked && isSplit(asked)
      ? asked
      : await describedPivot(asking, dependencies, query, settings ?? {}, options)
  if (!isSplit(pivot)) return flat()
  const forSheet = { ...options, pivot: { ...pivot, forSheet: true } } as const
  return { format, pivot, prepared: await preparePivot(asking, dependencies, query, forSheet) }
}
