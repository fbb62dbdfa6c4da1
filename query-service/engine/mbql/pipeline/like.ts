/** Ends at the very end: `$` would let a line break follow. */
const end = '(?![\\s\\S])'
const wildcards: Readonly<Record<string, string>> = { '%': '[\\s\\S]*', _: '[\\s\\S]' }

const quoted = (character: string): string => character.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')

/** A LIKE pattern, in which `!` escapes, as a regular expression. */
export const regexOf = (pattern: string): string => {
  const parts = [...pattern.matchAll(/!([\s\S])|([\s\S])/gu)].map(
    ([, escaped, plain = '']) => wildcards[plain] ?? quoted(escaped ?? plain),
  )
  const open = wildcards['%']
  const isOpen = { atStart: parts[0] === open, atEnd: parts.length > 0 && parts.at(-1) === open }
  const inner = parts.slice(isOpen.atStart ? 1 : 0, isOpen.atEnd ? -1 : undefined)
  return `${isOpen.atStart ? '' : '^'}${inner.join('')}${isOpen.atEnd ? '' : end}`
}
