import type { ChartSettings } from '../../../shared/contract/chart-settings.ts'
import { upright } from '../../pages/direction.ts'
import { characterWidth, type JsonObject } from '../frame.ts'
import type { Colors } from '../themes.ts'
import { shortened } from '../words.ts'
import type { Series, Values } from './series.ts'
import { niceTicks, type Ticks, tickText } from './ticks.ts'

export type Stacking = ChartSettings['stackable.stack_type']

/** The ends of bars that stand on each other: what is below zero hangs below. */
const stackedEnds = (all: readonly Values[]): readonly number[] =>
  (all[0] ?? []).flatMap((_, place) => {
    const values = all.map((one) => one[place] ?? 0)
    const sum = (wanted: (value: number) => boolean) =>
      values.filter(wanted).reduce((total, value) => total + value, 0)
    return [sum((value) => value > 0), sum((value) => value < 0)]
  })

const extent = (values: Iterable<number>): readonly [number, number] => {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)]
  return low > high ? [0, 1] : [low, high]
}

/** From where to where an axis reaches: with zero, unless lines alone ask to do without. */
export const ticksOf = (
  series: readonly Pick<Series, 'values'>[],
  settings: ChartSettings,
  stacking: Stacking,
  { wanted, goal }: { readonly wanted: number; readonly goal?: number | undefined },
): Ticks => {
  const all = series.map(({ values }) => values)
  const stacked = stacking === undefined || stacking === null ? [] : stackedEnds(all)
  const plain = all.flat().filter((value) => value !== null)
  const [least, most] = extent([...plain, ...stacked, ...(goal === undefined ? [] : [goal])])
  const isFree = settings['graph.y_axis.unpin_from_zero'] === true
  const [low, high] = isFree ? [least, most] : [Math.min(0, least), Math.max(0, most)]
  const isOwn = settings['graph.y_axis.auto_range'] === false
  const from = (isOwn ? settings['graph.y_axis.min'] : undefined) ?? low
  const to = (isOwn ? settings['graph.y_axis.max'] : undefined) ?? high
  return from < to ? niceTicks(from, to, wanted) : niceTicks(low, high, wanted)
}

/** An axis of numbers with these texts at its ticks. */
export const ticked = (
  { min, max, interval }: Ticks,
  texts: readonly string[],
  { dim, line }: Colors,
): JsonObject => ({
  type: 'value',
  min,
  max,
  interval,
  axisLabel: { color: dim, texts: [...texts] },
  splitLine: { lineStyle: { color: line } },
  axisLine: { show: false },
  axisTick: { show: false },
})

/** An axis whose ticks are written as the values are. */
export const valueAxis = (metric: Series['metric'], ticks: Ticks, theme: Colors): JsonObject =>
  ticked(ticks, ticks.values.map(tickText(metric.format, ticks)), theme)

const longestTitle = 60
/** Titles are bold. */
const titleCharacter = characterWidth * 1.1

/** What an axis of such a length shows, along its middle. */
export const titled = (text: string | undefined, { dim }: Colors, length: number): JsonObject =>
  text === undefined
    ? {}
    : {
        name: shortened(
          upright(text),
          Math.max(8, Math.min(longestTitle, Math.floor(length / titleCharacter))),
        ),
        nameLocation: 'middle',
        nameMoveOverlap: true,
        nameTextStyle: { color: dim, fontWeight: 'bold' },
      }
