/** Keys that more than one item has, each once. */
export const repeated = <T>(items: Iterable<T>, keyOf: (item: T) => string): readonly string[] => {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const item of items) {
    const key = keyOf(item)
    if (seen.has(key)) twice.add(key)
    seen.add(key)
  }
  return [...twice]
}
