/** What no engine takes in a name: control characters, lone surrogates and, in MySQL, astral ones. */
const unnamable = /[\p{Cc}\p{Cs}\u{10000}-\u{10FFFF}]/gu

/** In UTF-16 units; at three bytes each still short of MySQL's limit, and Postgres cuts by itself. */
const longest = 60

/**
 * A column's label in the SQL. It is there for people who read the statement; results are read by
 * position and their names come from the metadata, so a hard name may be simplified.
 */
export const aliasOf = (name: string): string =>
  name.replace(unnamable, '_').slice(0, longest).trim() || 'column'
