import { type ChartSettings, chartSettings } from '../../shared/contract/chart-settings.ts'
import type { ColumnMetadata } from '../engine/column-metadata.ts'
import type { JsonRow } from '../engine/shape/rows.ts'
import { type ChartColumn, chartColumns } from './columns.ts'
import type { Look, Shape } from './picture.ts'

/** A completed result: `data.cols` and `data.rows` of an answer. */
export type ChartResult = {
  readonly columns: readonly ColumnMetadata[]
  readonly rows: readonly JsonRow[]
  /** The cap, when it cut the result. */
  readonly truncatedAt?: number | undefined
  /** What else is to be said of it. */
  readonly notes?: readonly string[]
}

/** What a chart is made of. */
export type Chart = {
  readonly display: string
  readonly columns: readonly ChartColumn[]
  readonly rows: readonly JsonRow[]
  readonly settings: ChartSettings
  readonly look: Look
  /** Columns and settings as they were given. */
  readonly given: { readonly columns: readonly ColumnMetadata[]; readonly settings: unknown }
}

/** How a display shows a result. */
export type Drawing = {
  readonly shape: Shape
  readonly summary: string
  readonly notes?: readonly string[]
}

/** A sentence that says why a result cannot be shown so. */
export type Unfit = { readonly unfit: string }

export type Display = (chart: Chart) => Drawing | Unfit

export const openChart = (
  display: string,
  { columns, rows }: ChartResult,
  settings: unknown,
  look: Look,
): Chart => ({
  display,
  columns: chartColumns(columns, rows, settings),
  rows,
  settings: chartSettings.parse(settings),
  look,
  given: { columns, settings },
})
