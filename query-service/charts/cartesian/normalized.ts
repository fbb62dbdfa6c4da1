import type { Series } from './series.ts'

/** Each value as its share of all those in its place. */
export const normalized = (all: readonly Series[]): readonly Series[] => {
  const totals = (all[0]?.values ?? []).map((_, place) =>
    all.reduce((sum, { values }) => sum + Math.abs(values[place] ?? 0), 0),
  )
  return all.map((series) => ({
    ...series,
    values: series.values.map((value, place) => {
      const total = totals[place] ?? 0
      return value === null || total === 0 ? null : value / total
    }),
  }))
}
