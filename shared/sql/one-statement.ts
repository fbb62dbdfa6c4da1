/*
 * What is quoted, and comments, so that a semicolon in them is none. Where the engines disagree,
 * about a backslash in quotes, `#`, or a comment in a comment, `unclear` stands for it.
 */
const piece =
  /'[^'\\]*'|"[^"\\]*"|`[^`]*`|\$(?<tag>\w*)\$[\s\S]*?\$\k<tag>\$|--[^\n]*|\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\/|(?<end>;)|(?<unclear>['"`#]|\/\*|\$\w*\$)|[^-;'"`#/$]+|[\s\S]/g

/** All that may stand behind a statement. */
const blank = /^(?:[\s;]|--[^\n]*(?:\n|$)|\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\/)*$/

/** The SQL of a statement without the semicolon that ends it and the comments behind that. */
export const withoutEnd = (text: string): string => {
  for (const { index, groups } of text.matchAll(piece)) {
    if (groups?.unclear !== undefined) break
    if (groups?.end === undefined) continue
    if (blank.test(text.slice(index))) return text.slice(0, index)
    break // More than one statement: the database refuses it as it is.
  }
  let length = text.length
  while (/[\s;]/.test(text.charAt(length - 1))) length -= 1
  return text.slice(0, length)
}
