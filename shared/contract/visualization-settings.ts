import { z } from 'zod'
import { wish } from './wish.ts'

/** More says nothing, and spreadsheets show no more than 30. */
const mostDecimals = 20
const longestTitle = 254
const longestAffix = 100
const longestPattern = 60

/** A decimal mark and, unless numbers are not grouped, another mark between thousands. */
const separators = /^([.,])(?!\1)[., \u00a0\u202f'’]?$/

/**
 * How the values of one column are shown, in the words of Metabase. Everything else it knows
 * (`show_mini_bar`, `view_as`, …) is about screens.
 */
export const columnSettings = z.object({
  column_title: wish(z.string().max(longestTitle).regex(/\S/)),
  /** `MMMM D, YYYY`, `D/M/YYYY`, `YYYY/M/D`, …; the slashes become the separator. */
  date_style: wish(z.string().min(1).max(longestPattern)),
  date_separator: wish(z.enum(['/', '-', '.'])),
  /** `Jan` for January, `Mon` for Monday. */
  date_abbreviate: wish(z.boolean()),
  /** Null hides the time of a date-time. */
  time_enabled: wish(z.enum(['minutes', 'seconds', 'milliseconds']).nullable()),
  /** `h:mm A`, `HH:mm`. */
  time_style: wish(z.string().min(1).max(longestPattern)),
  number_style: wish(z.enum(['decimal', 'percent', 'scientific', 'currency'])),
  number_separators: wish(z.string().regex(separators)),
  decimals: wish(
    z
      .int()
      .min(0)
      .transform((decimals) => Math.min(decimals, mostDecimals)),
  ),
  scale: wish(z.number()),
  prefix: wish(z.string().max(longestAffix)),
  suffix: wish(z.string().max(longestAffix)),
  /** ISO 4217. */
  currency: wish(
    z
      .string()
      .regex(/^[a-z]{3}$/i)
      .transform((code) => code.toUpperCase()),
  ),
  currency_style: wish(z.enum(['symbol', 'code', 'name'])),
  /** Whether the title names the currency rather than each value; it does unless told otherwise. */
  currency_in_header: wish(z.boolean()),
})
export type ColumnSettings = z.infer<typeof columnSettings>

const reference = z.json().optional().catch(undefined)

/** One column of a table, by its name or by reference. */
const tableColumn = z.object({
  name: wish(z.string()),
  fieldRef: reference,
  field_ref: reference,
  enabled: z.boolean().default(true).catch(true),
})
export type TableColumn = z.infer<typeof tableColumn>

/**
 * What of a question's visualization settings says how its rows are written. Reading never fails.
 * Keys of `column_settings` are JSON text: `["name","count"]` or `["ref",["field",39,null]]`.
 */
export const visualizationSettings = z
  .object({
    'table.columns': wish(z.array(tableColumn)),
    column_settings: wish(z.record(z.string(), columnSettings.catch({}))),
  })
  .catch({})
export type VisualizationSettings = z.infer<typeof visualizationSettings>
