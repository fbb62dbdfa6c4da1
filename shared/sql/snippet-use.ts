const comment = /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/g
const use = /\{\{\s*snippet:([^}]*)\}\}/g

/** Whether SQL uses a snippet itself: a mention in a comment is none. */
export const usesSnippet = (sql: string, name: string): boolean =>
  [...sql.replace(comment, ' ').matchAll(use)].some(([, used = '']) => used.trim() === name)

/** Whether a text, or JSON with SQL in it, names a snippet anywhere, if only in a comment. */
export const mentionsSnippet = (text: string, name: string): boolean => {
  const asJson = JSON.stringify(name).slice(1, -1)
  return [...text.matchAll(use)].some(([, used = '']) => [name, asJson].includes(used.trim()))
}
