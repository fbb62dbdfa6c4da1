const comment = /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/g
const use = /\{\{\s*snippet:([^}]*)\}\}/g

/** Whether SQL uses a snippet itself: a mention in a comment is none. */
export const usesSnippet = (sql: string, name: string): boolean =>
  [...sql.replace(comment, ' ').matchAll(use)].some(([, used = '']) => used.trim() === name)
