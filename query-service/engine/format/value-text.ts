import type { Json } from '../../../shared/kernel/json.ts'
import { formattedText } from './cell-text.ts'
import type { FormatColumn } from './column.ts'

const cellOf = (value: Exclude<Json, null>): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/**
 * What a page shows of a value in `data.rows` of a result: made once per column, called once per
 * value. Null is empty text; documents are their JSON. The text is not escaped for HTML.
 */
export const valueText = (column: FormatColumn): ((value: Json) => string) => {
  const text = formattedText(column)
  return (value) => (value === null ? '' : text(cellOf(value)))
}
