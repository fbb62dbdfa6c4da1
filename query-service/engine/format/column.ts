import type { ColumnSettings } from '../../../shared/contract/visualization-settings.ts'
import type { BaseType } from '../../../shared/kernel/base-type.ts'

/** What the look of a value depends on. */
export type FormatColumn = {
  readonly baseType: BaseType
  /** For example `type/PK`, `type/Percentage`, `type/Latitude`. */
  readonly semanticType: string | null
  /** The temporal bucket of a breakout, for example `month` or `day-of-week`. */
  readonly unit?: string | undefined
  /** How its values are to be shown, where anybody said so. */
  readonly settings?: ColumnSettings | undefined
}

/** Text of a cell that is not null. */
export type TextOf = (cell: string) => string
