const comment = /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Up to a brace or the end, so that no part of a text is looked at twice: all of it is one's own. */
const opening = /\{\{\s*snippet:([^}]*)(\}\}|\}|$)/g

/** What stands in each `{{snippet: …}}`. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(opening)].flatMap(([, name = '', end]) => (end === '}}' ? [name.trim()] : []))

/** Whether SQL uses a snippet itself: a mention in a comment is none. */
export const usesSnippet = (sql: string, name: string): boolean =>
  namesIn(sql.replace(comment, ' ')).includes(name)

/** Whether a text, or JSON with SQL in it, names a snippet anywhere, if only in a comment. */
export const mentionsSnippet = (text: string, name: string): boolean => {
  const asJson = JSON.stringify(name).slice(1, -1)
  return namesIn(text).some((used) => used === name || used === asJson)
}
