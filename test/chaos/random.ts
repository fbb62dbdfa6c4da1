/** Where all that is random in a run comes from: the same seed, the same run. */
export type Random = {
  /** From 0 to 1, exclusive. */
  next(): number
  /** A whole number from `least` to `most`, inclusive. */
  between(least: number, most: number): number
  pick<T>(among: readonly T[]): T
  /** One of these, the oftener the greater its weight. */
  weighted<T extends { readonly weight: number }>(among: readonly T[]): T
  chance(share: number): boolean
  /** A generator of its own for whoever has this name: what others draw does not change it. */
  fork(name: string): Random
}

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193) >>> 0
  return value
}

const first = <T>(value: T | undefined): T => {
  if (value === undefined) throw new RangeError('there is nothing to pick from')
  return value
}

/** Tommy Ettinger's Mulberry32. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    pick: (among) => first(among[between(0, among.length - 1)]),
    weighted: (among) => {
      let left = next() * among.reduce((sum, { weight }) => sum + weight, 0)
      return first(
        among.find(({ weight }) => {
          left -= weight
          return left < 0
        }) ?? among.at(-1),
      )
    },
    chance: (share) => next() < share,
    fork: (name) => randomFrom(hash(`${seed} ${name}`)),
  }
}
