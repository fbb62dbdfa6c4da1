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

/** Round numbers that hold everything from `low` to `high`, about `wanted` steps apart. */
export const niceTicks = (low: number, high: number, wanted: number): Ticks => {
  const [from, to] = low === high ? [Math.min(low, 0), Math.max(high, 0)] : [low, high]
  const span = to - from
  return ticksAt(from, to, niceStep((span > 0 && Number.isFinite(span) ? span : 1) / wanted))
}

const units = [
  [1e12, 'T'],
  [1e9, 'B'],
  [1e6, 'M'],
  [1e4, 'k'],
] as const

/** How the values along an axis are written: as everywhere, but thousands and more by a letter. */
export const tickText = (
  format: FormatColumn,
  { min, max }: Ticks,
): ((value: number) => string) => {
  const { settings } = format
  const scale = settings?.scale ?? 1
  const most = Math.max(Math.abs(min), Math.abs(max)) * Math.abs(scale)
  const [size, letter] = units.find(([least]) => most >= least) ?? [1, '']
  const isPercent =
    settings?.number_style === 'percent' || format.semanticType === 'type/Percentage'
  if (size === 1 || isPercent || settings?.number_style === 'scientific') return valueText(format)
  const unit = size === 1e4 ? 1e3 : size
  const text = valueText({
    ...format,
    settings: {
      ...settings,
      decimals: undefined,
      scale: scale / unit,
      suffix: `${letter}${settings?.suffix ?? ''}`,
    },
  })
  return (value) => (value === 0 ? valueText(format)(0) : text(value))
}
