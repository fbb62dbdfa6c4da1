import type { ColumnSettings } from '../../../shared/contract/visualization-settings.ts'
import type { ColumnMetadata } from '../../engine/column-metadata.ts'
import type { ChartResult } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'
import type { PicturedCard } from '../picture-of.ts'

/** One of several questions in one picture, with its answer. Settings are those of a card. */
export type Part = PicturedCard & {
  readonly settings: Readonly<Record<string, unknown>>
  readonly result: ChartResult
}

/** Several questions as one that can be drawn. */
export type Together = Part

/** Columns of the picture: each stands alone, under a name of its own. */
export type OwnColumn = { readonly metadata: ColumnMetadata; readonly look: ColumnSettings }

/** A column of an answer under another name and title, its values as they were shown. */
export const ownColumn = (
  { name, format }: ChartColumn,
  columns: readonly ColumnMetadata[],
  { as, title }: { readonly as: string; readonly title: string },
): OwnColumn => {
  const { field_ref: _, ...found } = columns.find((one) => one.name === name) ?? { name }
  const metadata = {
    ...found,
    name: as,
    display_name: title,
    field_ref: ['field', as, null],
  } as ColumnMetadata
  return { metadata, look: { ...format.settings, column_title: undefined } }
}

/** What settings say of columns by their names. */
export const looksOf = (columns: readonly OwnColumn[]): Readonly<Record<string, ColumnSettings>> =>
  Object.fromEntries(
    columns.map(({ metadata, look }) => [JSON.stringify(['name', metadata.name]), look]),
  )

/** What of an answer is missing, by the name of its question. */
export const cutIn = ({ name, result: { truncatedAt } }: Part): readonly string[] =>
  truncatedAt === undefined ? [] : [`${name}: only the first ${truncatedAt} rows are here.`]
