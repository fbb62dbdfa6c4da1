type Options = { readonly entries: number; readonly maxAgeMs: number }

/** The most recently used values, each for a limited time. */
export const recent = <K, V>({ entries, maxAgeMs }: Options) => {
  const kept = new Map<K, { readonly value: V; readonly until: number }>()
  return {
    get(key: K): V | undefined {
      const entry = kept.get(key)
      if (!entry) return undefined
      kept.delete(key)
      if (entry.until <= Date.now()) return undefined
      kept.set(key, entry) // A Map keeps its order of insertion: used last, dropped last.
      return entry.value
    },
    set(key: K, value: V): void {
      kept.delete(key)
      kept.set(key, { value, until: Date.now() + maxAgeMs })
      const [oldest] = kept.keys()
      if (kept.size > entries && oldest !== undefined) kept.delete(oldest)
    },
    delete(key: K): void {
      kept.delete(key)
    },
  }
}
