/** A seeded stream of chance: the same seed gives the same shop, on every machine and version. */
export type Random = {
  /** 0 ≤ x < 1. */
  next(): number
  /** A whole number from least to most, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
  /** An index, as likely as its weight. `cumulative` holds the running sums of the weights. */
  weighted(cumulative: readonly number[]): number
}

/** Mulberry32: 32 bits of state, whole-number arithmetic only. */
export function seeded(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new RangeError('Nothing to pick from')
      return picked
    },
    weighted: (cumulative) => firstAbove(cumulative, next() * (cumulative.at(-1) ?? 0)),
  }
}

/** The running sums of weights, for `weighted`. */
export function runningSums(weights: readonly number[]): number[] {
  let sum = 0
  return weights.map((weight) => {
    sum += weight
    return sum
  })
}

/** The index of the first ascending value above a threshold: a binary search. */
function firstAbove(ascending: readonly number[], threshold: number): number {
  let [low, high] = [0, ascending.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) > threshold) high = middle
    else low = middle + 1
  }
  return low
}
