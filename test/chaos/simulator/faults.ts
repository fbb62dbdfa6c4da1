import type { Random } from '../random.ts'

/** What becomes of one call of a server. */
export const fates = {
  fine: 'nothing',
  slow: 'it takes long',
  'request-lost': 'it never arrives',
  'answer-lost': 'it is done, and nobody is told',
  late: 'whoever asked has given up when it is done',
  doubled: 'it arrives twice, and the second answer is heard',
  echoed: 'it arrives once more much later',
} as const

export type Fate = keyof typeof fates

/** What becomes of a hint. */
export type HintFate = 'heard' | 'lost' | 'doubled' | 'delayed'

/** Appends are what matters most. */
const appendsOftener = 4

/** Which faults are at work at this moment, and how often each was. */
export type Faults = {
  fateOfCall(isRepeatable: boolean): Fate
  fateOfHint(): HintFate
  /** How much is lost, from 0 to 1. */
  set(share: number): void
  count(what: string): void
  readonly counts: ReadonlyMap<string, number>
}

type Weighted<T> = { readonly name: T; readonly weight: number; readonly isRepeated?: true }

/** Whoever asks again unasked – a driver, a proxy – does so only where that is safe. */
const badCalls: readonly Weighted<Fate>[] = [
  { name: 'slow', weight: 4 },
  { name: 'request-lost', weight: 3 },
  { name: 'answer-lost', weight: 4 },
  { name: 'late', weight: 2 },
  { name: 'doubled', weight: 2, isRepeated: true },
  { name: 'echoed', weight: 2, isRepeated: true },
]
const badOnce = badCalls.filter(({ isRepeated }) => !isRepeated)

const badHints: readonly Weighted<HintFate>[] = [
  { name: 'lost', weight: 3 },
  { name: 'doubled', weight: 1 },
  { name: 'delayed', weight: 2 },
]

export const createFaults = (random: Random): Faults => {
  const counts = new Map<string, number>()
  let share = 0
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1)
  const draw = <T extends string>(
    kind: string,
    bad: readonly Weighted<T>[],
    good: T,
    times = 1,
  ): T => {
    if (share === 0 || !random.chance(share * times)) return good
    const { name } = random.weighted(bad)
    count(`${kind} ${name}`)
    return name
  }
  return {
    fateOfCall: (isRepeatable) =>
      isRepeatable ? draw('call', badCalls, 'fine', appendsOftener) : draw('call', badOnce, 'fine'),
    fateOfHint: () => draw('hint', badHints, 'heard'),
    set: (to) => {
      share = to
    },
    count,
    counts,
  }
}
