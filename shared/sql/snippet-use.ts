import type { Json } from '../kernel/json.ts'

const comment = /--[^\n\r]*|\/\*[\s\S]*?(?:\*\/|$)/g

/** Up to the next brace or the end, so that no part of a text is looked at twice. */
const opening = /\{\{\s*snippet:([^{}]*)(\}\}|)/g

/** What stands in each `{{snippet: …}}`, if only in a comment. */
export const snippetNamesIn = (text: string): readonly string[] =>
  [...text.matchAll(opening)].flatMap(([, name = '', end]) => (end === '}}' ? [name.trim()] : []))

/** Whether SQL uses a snippet itself: a mention in a comment is none. */
export const usesSnippet = (sql: string, name: string): boolean =>
  snippetNamesIn(sql.replace(comment, ' ')).includes(name)

/** Snippets that a query names, anywhere in it. */
export type NamedSnippets = { readonly names: Set<string>; readonly ids: Set<number> }

/** In its SQL, and in what it says of its tags: a tag of any name can stand for a snippet. */
export const snippetsIn = (query: Json): NamedSnippets => {
  const found: NamedSnippets = { names: new Set(), ids: new Set() }
  const visit = (value: Json, key = ''): void => {
    if (typeof value === 'string')
      for (const name of [...snippetNamesIn(value), ...(key === 'snippet-name' ? [value] : [])])
        found.names.add(name)
    if (typeof value === 'number' && key === 'snippet-id') found.ids.add(value)
    if (typeof value !== 'object' || value === null) return
    for (const [name, member] of Object.entries(value))
      visit(member, name.toLowerCase().replaceAll('_', '-'))
  }
  visit(query)
  return found
}
