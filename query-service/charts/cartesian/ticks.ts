import type { FormatColumn } from '../../engine/format/column.ts'
import { valueText } from '../../engine/format/value-text.ts'

export type Ticks = {
  readonly min: number
  readonly max: number
  readonly interval: number
  readonly values: readonly number[]
}

const niceFactors = [1, 2, 2.5, 5, 10]

/** The smallest of 1, 2, 2.5 and 5, times a power of ten, that is no less. */
const niceStep = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(least))
  const factor = niceFactors.find((it) => it * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** Fourteen digits are exact; what comes after is how floating point adds. */
const tidy = (value: number): number => Number(value.toPrecision(14))

/** Multiples of a step that hold everything from `low` to `high`. */
export const ticksAt = (low: number, high: number, interval: number): Ticks => {
  const first = Math.floor(tidy(low / interval))
  const last = Math.max(Math.ceil(tidy(high / interval)), first + 1)
  const values = Array.from({ length: last - first + 1 }, (_, index) =>
    tidy((first + index) * interval),
  )
  return { min: values[0] ?? 0, max: values.at(-1) ?? 1, interval: tidy(interval), values }
}

/** Where floating point ends, steps do, too. */
const [furthest, closest, finest] = [1e300, 1e-300, 1e-11]

/** Round numbers that hold everything from `low` to `high`, about `wanted` steps apart. */
export const niceTicks = (low: number, high: number, wanted: number): Ticks => {
  const [least, most] = low === high ? [Math.min(low, 0), Math.max(high, 0)] : [low, high]
  const [from, to] = [Math.max(least, -furthest), Math.min(most, furthest)]
  const span = Math.max(to - from, Math.max(Math.abs(from), Math.abs(to)) * finest)
  return ticksAt(from, to, niceStep((span > closest ? span : 1) / wanted))
}

/** From where on, by what, and the letter that says so. */
const units = [
  [1e12, 1e12, 'T'],
  [1e9, 1e9, 'B'],
  [1e6, 1e6, 'M'],
  [1e4, 1e3, 'k'],
] as const
const plain = [0, 1, ''] as const

const isPercent = ({ semanticType, settings }: FormatColumn): boolean =>
  settings?.number_style === undefined
    ? semanticType === 'type/Percentage'
    : settings.number_style === 'percent'

const mostDecimals = 10

/** As many as the step from one tick to the next needs. */
const decimalsOf = (step: number): number => {
  let decimals = 0
  while (decimals < mostDecimals && !Number.isInteger(tidy(step * 10 ** decimals))) decimals += 1
  return decimals
}

/** How numbers up to one are written where there is little room: thousands and more by a letter. */
const lettered = (format: FormatColumn, most: number) => {
  const { settings } = format
  const scale = settings?.scale ?? 1
  const shown = most * Math.abs(scale)
  const [, unit, letter] = units.find(([least]) => shown >= least && !isPercent(format)) ?? plain
  const text = (decimals: number | undefined, divisor = unit, suffix: string = letter) =>
    valueText({
      ...format,
      settings: {
        ...settings,
        decimals,
        scale: scale / divisor,
        suffix: `${suffix}${settings?.suffix ?? ''}`,
      },
    })
  return { text, step: Math.abs(scale) / unit }
}

const largest = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0)

/** How the values along an axis are written: as everywhere, but with letters for thousands. */
export const tickText = (
  format: FormatColumn,
  { values, interval }: Ticks,
): ((value: number) => string) => {
  if (format.settings?.number_style === 'scientific') return valueText(format)
  const { text, step } = lettered(format, largest(values))
  const write = text(decimalsOf(step * interval * (isPercent(format) ? 100 : 1)))
  const zero = text(0, 1, '')(0)
  return (value) => (value === 0 ? zero : write(value))
}

/** How values beside their marks are written where they have no room as they are. */
export const briefText = (
  format: FormatColumn,
  values: readonly (number | null)[],
): ((value: number) => string) => lettered(format, largest(values)).text(1)
