import type { Display } from '../chart.ts'
import { baseOption, legendOf, sizeOf } from '../frame.ts'
import { colors } from '../themes.ts'
import { categoriesOf } from './categories.ts'
import { choose } from './choose.ts'
import { describe } from './describe.ts'
import { layOut, sidewaysHeight } from './lay-out.ts'
import { normalized } from './normalized.ts'
import type { CartesianKind } from './plan.ts'
import { seriesOf } from './series.ts'

/** Bars, lines and areas over groups: one way to draw them all. */
export const cartesian =
  (kind: CartesianKind): Display =>
  (chart) => {
    const choice = choose(chart)
    if ('unfit' in choice) return choice
    const categories = categoriesOf(chart, choice.dimension)
    const { series, notes } = seriesOf(chart, choice, categories)
    const { settings, look } = chart
    const wanted = settings['stackable.stack_type']
    const stacking = wanted === undefined && kind.isStacked ? 'stacked' : (wanted ?? undefined)
    const shares = stacking === 'normalized'
    const theme = colors[look.theme]
    const box = sizeOf(look)
    const legend = legendOf(
      series.map(({ name }) => name),
      box,
      theme,
    )
    const size = kind.isSideways
      ? { ...box, height: sidewaysHeight(box, categories.list.length, legend.height) }
      : box
    const option = layOut({
      kind,
      chart,
      choice,
      categories,
      series: shares ? normalized(series) : series,
      stacking,
      size,
      legend,
    })
    return {
      shape: { kind: 'chart', option: { ...baseOption(theme), ...option }, size },
      summary: describe(kind.name, choice, categories, series),
      notes: [...categories.notes, ...notes, ...legend.notes],
    }
  }
