/**
 * Whether `If-None-Match` names this tag: `*`, or a list of tags, compared weakly (RFC 9110, 13.1.2).
 * @param tag with its quotes
 */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean => {
  const named = ifNoneMatch?.trim()
  if (named === undefined) return false
  if (named === '*') return true
  // The quoted strings: a comma may stand inside of one.
  const tags: readonly string[] = named.match(/"[^"]*"/g) ?? []
  return tags.includes(tag)
}
