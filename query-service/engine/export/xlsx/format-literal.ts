/** What XML or a number format could stumble over; such text goes into the cell itself instead. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unfit = /[\u0000-\u001f\u007f\ufffe\uffff]/

/** Longer ones make Excel repair the workbook. */
const maxCharacters = 255

/** Text that a number format shows as it stands. */
export const formatLiteral = (text: string): string =>
  text
    .split('"')
    .map((piece) => (piece === '' ? '' : `"${piece}"`))
    .join('\\"')

/** The format, or undefined when a workbook cannot hold it. */
export const fitFormat = (format: string): string | undefined =>
  format.length > maxCharacters || unfit.test(format) ? undefined : format
