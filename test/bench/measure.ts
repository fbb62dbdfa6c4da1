import type { Stage } from './stage.ts'

/** One row of the report. */
export type Result = {
  readonly what: string
  readonly ours: string
  /** What the machine itself does, or nothing where the goal is absolute. */
  readonly limit: string
  readonly ratio?: number
  readonly goal: string
  readonly met: boolean
}

/** A measurement of a service of its own, just started. */
export type Measure = {
  readonly name: string
  readonly about: string
  /** It takes too long to be part of a run that names nothing. */
  readonly onlyWhenNamed?: true
  /** How its figures came about; medians of at least three rounds in turn unless it says so. */
  readonly how?: string
  run(stage: Stage): Promise<readonly Result[]>
}

/** The middle value; of an even number of values the upper one of the two. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: readonly number[]): number => quantile(values, 0.5)

type Sides = Readonly<Record<string, () => Promise<number>>>

/**
 * Runs all sides once per round, in turn, so that a busy moment of the machine hits them alike.
 * Answers each side's values; the first round only warms up.
 */
export const interleave = async <S extends Sides>(
  stage: Pick<Stage, 'progress'>,
  rounds: number,
  sides: S,
): Promise<Record<keyof S, number[]>> => {
  const names: (keyof S & string)[] = Object.keys(sides)
  const values = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    keyof S,
    number[]
  >
  for (let round = 0; round <= rounds; round += 1)
    for (const name of names) {
      stage.progress(`${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${name}`)
      const value = await sides[name]?.()
      if (round > 0 && value !== undefined) values[name].push(value)
    }
  return values
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US')

/** A row about a rate: ours as a share of the limit. */
export const rateResult = (
  what: string,
  unit: string,
  ours: readonly number[],
  limit: readonly number[],
  goal: number,
): Result => {
  const ratio = median(ours) / median(limit)
  return {
    what,
    ours: `${whole(median(ours))} ${unit}`,
    limit: `${whole(median(limit))} ${unit}`,
    ratio,
    goal: `≥ ${goal}`,
    met: ratio >= goal,
  }
}

/** A row about something that must stay below a value. */
export const belowResult = (what: string, unit: string, value: number, goal: number): Result => ({
  what,
  ours: `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`,
  limit: '',
  goal: `< ${goal} ${unit}`,
  met: value < goal,
})

/** A row about what the service adds to the milliseconds of something bare. */
export const addedResult = (
  what: string,
  ours: readonly number[],
  bare: readonly number[],
): Result => {
  const added = median(ours) - median(bare)
  return {
    what,
    ours: `${median(ours).toFixed(2)} ms`,
    limit: `${median(bare).toFixed(2)} ms`,
    goal: '≤ 3 ms added',
    met: added <= 3,
  }
}
