import type { Expression } from './expression.ts'

/** Where in a document a column stands. */
export type Place = {
  /** For `$match` and `$sort`; absent where they could not name it. */
  readonly path?: string
  readonly expression: Expression
}

/** Members that every object has, whatever is put into it: a key of such a name may get lost. */
export const inherited: ReadonlySet<string> = new Set(['__proto__', 'constructor'])

/** What a path can be made of: a `$` would begin a variable, and nothing ends a name. */
const isPathPart = (part: string): boolean =>
  part !== '' && !part.startsWith('$') && !inherited.has(part)

const member = (input: Expression, field: string): Expression => ({
  $getField: { field: { $literal: field }, input },
})

/** The place of a field, whose name leads into documents within the document with its dots. */
export const placeOf = (name: string, within = ''): Place => {
  const parts = [...(within === '' ? [] : [within]), ...name.split('.')]
  if (!parts.every(isPathPart)) return { expression: parts.reduce(member, '$$ROOT') }
  const path = parts.join('.')
  return { path, expression: `$${path}` }
}

/** The path an expression is, if it is but one that a stage can name. */
export const pathOf = (expression: Expression): string | undefined => {
  const [, path] = /^\$([^$].*)$/s.exec(typeof expression === 'string' ? expression : '') ?? []
  // A member by the name of a number would not stay where it was put among others.
  return path === undefined || /^\d+$/.test(path) ? undefined : path
}
