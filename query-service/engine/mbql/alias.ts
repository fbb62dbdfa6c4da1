/** What no engine takes in a name: control characters, lone surrogates and, in MySQL, astral ones. */
const unnamable = /[\p{Cc}\p{Cs}\u{10000}-\u{10FFFF}]/gu

/** In bytes of UTF-8: Postgres would cut at 63, and cut two long names to the same. */
const longest = 60
const longestBeforeNumber = 52

const bytesOf = (character: string): number => {
  const code = character.charCodeAt(0)
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3
}

const cut = (name: string, most: number): string => {
  if (name.length * 3 <= most) return name
  let bytes = 0
  for (let end = 0; end < name.length; end += 1) {
    bytes += bytesOf(name.charAt(end))
    if (bytes > most) return name.slice(0, end)
  }
  return name
}

/**
 * A label in the SQL for a name of the caller's. It is there for people who read the statement:
 * results are read by position and their names come from the metadata, so a hard name may be
 * simplified.
 */
const aliasOf = (name: string): string =>
  cut(name.replace(unnamable, '_'), longest).trim() || 'column'

/** MySQL sees no difference between cases and accents in names. */
const folded = (alias: string): string =>
  alias.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Hands out labels no two of which an engine takes for the same. */
export const uniqueAliases = (): ((wish: string) => string) => {
  const taken = new Map<string, number>()
  const next = (wish: string): string => {
    const alias = aliasOf(wish)
    const key = folded(alias)
    const times = (taken.get(key) ?? 0) + 1
    taken.set(key, times)
    return times === 1 ? alias : next(`${cut(alias, longestBeforeNumber)}_${times}`)
  }
  return next
}
