import type { Json } from '../../../shared/kernel/json.ts'
import { inkOn } from '../contrast.ts'
import { characterWidth, type JsonObject, widthOf } from '../frame.ts'
import type { Colors } from '../themes.ts'
import type { Series, Values } from './series.ts'
import { briefText } from './ticks.ts'

export type Mark = 'bar' | 'line' | 'area'

/** Points are marked while they keep apart. */
const mostSymbols = 60
const mostLabels = 60

/** A point between gaps has no line to show it. */
const isAlone = (values: Values, place: number): boolean =>
  (values[place - 1] ?? null) === null && (values[place + 1] ?? null) === null

const pointsOf = (values: Values): Json[] =>
  values.map((value, place) =>
    value !== null && isAlone(values, place) ? { value, symbol: 'circle', symbolSize: 6 } : value,
  )

const lines: Readonly<Record<string, JsonObject>> = {
  cardinal: { smooth: 0.4 },
  'step-after': { step: 'end' },
}

const lineOf = ({ values, color, settings }: Series, withArea: boolean): JsonObject => ({
  type: 'line',
  data: pointsOf(settings['line.missing'] === 'zero' ? values.map((it) => it ?? 0) : values),
  connectNulls: settings['line.missing'] === 'interpolate',
  symbol: values.length <= mostSymbols ? 'circle' : 'none',
  symbolSize: 5,
  showAllSymbol: true,
  lineStyle: { width: 2, color },
  ...(withArea ? { areaStyle: { opacity: 0.3, color } } : {}),
  ...lines[settings['line.interpolate'] ?? 'linear'],
})

const barOf = ({ values }: Series): JsonObject => ({
  type: 'bar',
  data: [...values],
  barMaxWidth: 60,
  barCategoryGap: '25%',
})

const marks: Readonly<Record<Mark, (series: Series) => JsonObject>> = {
  bar: barOf,
  line: (series) => lineOf(series, false),
  area: (series) => lineOf(series, true),
}

export type LabelRoom = {
  /** Pixels from one category to the next, and whether labels lie along that way. */
  readonly step: number
  readonly liesAcross: boolean
  readonly position: string
}

/** Values beside their marks, as long as they have room. */
const labelOf = (
  { values, metric, color: own }: Series,
  { ink }: Colors,
  { step, liesAcross, position }: LabelRoom,
): JsonObject => {
  const written = (text: (value: number) => string) =>
    values.map((value) => (value === null ? '' : text(value)))
  const isWide = (all: readonly string[]) => Math.max(...all.map(widthOf)) - characterWidth > step
  const full = written(metric.text)
  const texts = liesAcross && isWide(full) ? written(briefText(metric.format, values)) : full
  const widest = liesAcross ? Math.max(...texts.map(widthOf)) - characterWidth : 14
  const color = position.startsWith('inside') ? inkOn(own) : ink
  const every = Math.max(1, Math.ceil(widest / step))
  const thinned = texts.map((text, place) => (place % every === 0 ? text : ''))
  return { show: values.length <= mostLabels * every, position, color, texts: thinned }
}

/** A series as it is drawn. Its name is its place: texts stand elsewhere, whatever they hold. */
export const markOf = (
  series: Series,
  mark: Mark,
  colors: Colors,
  options: {
    readonly place: number
    readonly stack: boolean
    readonly labels: LabelRoom | undefined
  },
): JsonObject => ({
  ...marks[mark](series),
  name: String(options.place),
  itemStyle: { color: series.color },
  ...(options.stack ? { stack: mark === 'bar' ? 'bars' : 'lines' } : {}),
  ...(options.labels ? { label: labelOf(series, colors, options.labels) } : {}),
})
