import { plainText } from './plain-text.ts'

export type TextColumn = { readonly title: string; readonly align?: 'left' | 'right' }

/** Characters as a terminal counts them, near enough: one a code point. */
const widthOf = (text: string): number => [...text].length

const pad = (text: string, width: number, align: 'left' | 'right' = 'left'): string => {
  const filling = ' '.repeat(Math.max(0, width - widthOf(text)))
  return align === 'right' ? filling + text : text + filling
}

/** Columns side by side, each as wide as its widest cell; a rule under the titles. Cells are plain. */
export const textTable = (
  columns: readonly TextColumn[],
  cells: readonly (readonly string[])[],
): readonly string[] => {
  const rows = cells.map((row) => row.map(plainText))
  const widths = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...rows.map((row) => widthOf(row[index] ?? ''))),
  )
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.align))
      .join('  ')
      .trimEnd()
  return [
    line(columns.map(({ title }) => title)),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...rows.map(line),
  ]
}
