/** Excel refuses workbooks with longer cells. */
const maxCharacters = 32_767
const cutNotice = '… [cut at 32,767 characters, the limit of a cell]'

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff

const cutToCell = (text: string): string => {
  if (text.length <= maxCharacters) return text
  const end = maxCharacters - cutNotice.length
  return text.slice(0, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end) + cutNotice
}

/**
 * What XML 1.0 cannot carry is written as `_xHHHH_`, as Excel does; text that looks like such an
 * escape has its underscore escaped.
 */
const unwritable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)/gi

const escapeUnwritable = (character: string) =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`

/** Text as a cell can hold it: cut with a notice, without characters that break a workbook. */
export const cellText = (text: string): string =>
  cutToCell(text).replace(unwritable, escapeUnwritable)

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  // As a bare character, parsers would turn it into LF.
  '\r': '&#13;',
}

const markup = /[&<>\r]/g
const toEntity = (character: string) => entities[character] ?? character

// biome-ignore lint/suspicious/noControlCharactersInRegex: a cheap first look for the same
const needsCare = /[&<>_\u0000-\u0008\u000b-\u001f\ufffe\uffff]/

/** The same as XML content. */
export const cellXml = (text: string): string => {
  if (text.length <= maxCharacters && !needsCare.test(text)) return text
  return cellText(text).replace(markup, toEntity)
}
