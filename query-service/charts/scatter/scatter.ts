import { valueText } from '../../engine/format/value-text.ts'
import { briefly } from '../cartesian/categories.ts'
import { niceTicks, tickText } from '../cartesian/ticks.ts'
import { ticked, titled } from '../cartesian/value-axis.ts'
import type { Display } from '../chart.ts'
import type { ChartColumn } from '../columns.ts'
import { baseOption, type JsonObject, legendOf, sizeOf, widthOf } from '../frame.ts'
import { type Colors, colorAt, colors } from '../themes.ts'
import { counted, listed } from '../words.ts'
import { chooseForScatter } from './choose.ts'
import { cloudsOf } from './points.ts'
import { cellAt, day, timeTicks } from './time-ticks.ts'

type Direction = { readonly column: ChartColumn; readonly places: readonly number[] }

const extentOf = (places: readonly number[]) =>
  places.reduce(([low, high], it) => [Math.min(low, it), Math.max(high, it)] as const, [
    places[0] ?? 0,
    places[0] ?? 1,
  ] as readonly [number, number])

const placeText = ({ format, role }: ChartColumn): ((place: number) => string) => {
  const text = valueText(role === 'time' ? briefly(format) : format)
  return (place) => text(role === 'time' ? cellAt(place) : place)
}

/** Days and more need no clock. */
const tickFormat = ({ format }: ChartColumn, span: number): ChartColumn['format'] =>
  span > 4 * day && format.unit === undefined ? { ...format, unit: 'day' } : format

/** From the least to the most, with little around. */
const axis = ({ column, places }: Direction, colorsOf: Colors, pixels: number): JsonObject => {
  const [low, high] = extentOf(places)
  const wanted = Math.max(2, Math.min(6, Math.floor(pixels / 90)))
  if (column.role !== 'time') {
    const ticks = niceTicks(low, high, wanted)
    return ticked(ticks, ticks.values.map(tickText(column.format, ticks)), colorsOf)
  }
  const text = placeText({ ...column, format: tickFormat(column, high - low) })
  const room = Math.max(1, Math.floor(pixels / (widthOf(text(low)) + 16)) - 1)
  const ticks = timeTicks(low, high, Math.min(wanted, room))
  return ticked(ticks, ticks.values.map(text), colorsOf)
}

/** A point for each row, at two of its numbers. */
export const scatter: Display = (chart) => {
  const choice = chooseForScatter(chart)
  if ('unfit' in choice) return choice
  const { x, ys } = choice
  const [y] = ys
  const { clouds, notes } = cloudsOf(chart, choice)
  const points = clouds.flatMap((cloud) => cloud.points)
  if (!y || points.length === 0) return { unfit: 'No row has numbers for both axes.' }

  const { settings, look } = chart
  const theme = colors[look.theme]
  const size = sizeOf(look)
  const legend = legendOf(
    clouds.map(({ name }) => name),
    size,
    theme,
  )
  const across = { column: x, places: points.map((point) => point.x) }
  const up = { column: y, places: points.map((point) => point.y) }
  const titles = {
    x: settings['graph.x_axis.title_text'] ?? x.title,
    y: settings['graph.y_axis.title_text'] ?? (ys.length === 1 ? y.title : undefined),
  }
  const option = {
    ...baseOption(theme),
    legend: legend.option,
    grid: { left: 14, right: 16, top: legend.height + 16, bottom: 8 },
    xAxis: { ...axis(across, theme, size.width - 80), ...titled(titles.x, theme, size.width - 80) },
    yAxis: {
      ...axis(up, theme, size.height),
      ...titled(titles.y, theme, size.height - legend.height - 40),
    },
    series: clouds.map((cloud, place) => ({
      type: 'scatter',
      name: String(place),
      itemStyle: { color: colorAt(place), opacity: 0.75 },
      data: cloud.points.map((point) => ({
        value: [point.x, point.y],
        symbolSize: Math.round(point.size * 10) / 10,
      })),
    })),
  }
  const range = ({ column, places }: Direction) => {
    const [low, high] = extentOf(places)
    const text = placeText(column)
    return `${column.title} from ${text(low)} to ${text(high)}`
  }
  return {
    shape: { kind: 'chart', option, size },
    summary: `Scatter chart of ${listed(ys.map(({ title }) => title))} against ${x.title}: ${counted(points.length, 'point')}, ${range(across)}, ${range(up)}.`,
    notes: [...notes, ...legend.notes],
  }
}
