import type { Display } from './chart.ts'
import { inkOn } from './contrast.ts'
import { baseOption, legendOf, sizeOf } from './frame.ts'
import { type Group, groupsOf } from './groups.ts'
import { percentText } from './percent.ts'
import { colorAt, colors } from './themes.ts'
import { counted, shortened } from './words.ts'

/** The rest is one slice, which says so. */
const mostSlices = 30
const smallestLabelled = 0.04
const longestName = 20

/** The largest first; what is beyond the limit together at the end. */
const slicesOf = (list: readonly Group[]): readonly Group[] => {
  const sorted = list.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value)
  if (sorted.length <= mostSlices) return sorted
  const rest = sorted.slice(mostSlices - 1)
  const value = rest.reduce((sum, group) => sum + group.value, 0)
  return [...sorted.slice(0, mostSlices - 1), { name: 'Other', value }]
}

/** Parts of a whole. */
export const pie: Display = (chart) => {
  const { settings, look } = chart
  const { 'pie.dimension': wanted, 'pie.metric': metricName } = settings
  const name = typeof wanted === 'string' ? wanted : wanted?.[0]
  const groups = groupsOf(chart, { dimension: name, metric: metricName })
  if ('unfit' in groups) return groups
  const { dimension, metric, list } = groups
  if (list.some(({ value }) => value < 0))
    return { unfit: `${metric.title} has values below zero, which are no part of a whole.` }
  const slices = slicesOf(list)
  const total = slices.reduce((sum, { value }) => sum + value, 0)
  const [largest] = slices
  if (!largest) return { unfit: `All values of ${metric.title} are zero.` }

  const theme = colors[look.theme]
  const size = sizeOf(look)
  const named = slices.map(
    (slice) => `${shortened(slice.name, longestName)}: ${percentText(slice.value / total)}`,
  )
  const shown = settings['pie.show_legend'] !== false
  const legend = legendOf(shown ? named : [], size, theme, named.length === 1)
  const option = {
    ...baseOption(theme),
    legend: legend.option,
    series: [
      {
        type: 'pie',
        top: legend.height,
        radius: ['50%', '88%'],
        itemStyle: { borderColor: theme.ground, borderWidth: 1.5 },
        labelLine: { show: false },
        label: {
          position: 'inside',
          texts: slices.map(({ value }) =>
            value / total < smallestLabelled ? '' : percentText(value / total),
          ),
        },
        data: slices.map(({ value }, place) => ({
          name: String(place),
          value,
          itemStyle: { color: colorAt(place) },
          label: { color: inkOn(colorAt(place)) },
        })),
      },
    ],
  }
  const many = counted(slices.length, 'slice')
  const notes =
    list.length > mostSlices ? [`The smallest of ${list.length} are put together as Other.`] : []
  return {
    shape: { kind: 'chart', option, size },
    summary: `Pie chart of ${metric.title} by ${dimension.title}: ${many}, the largest ${largest.name} with ${metric.text(largest.value)} (${percentText(largest.value / total)}).`,
    notes: [...groups.notes, ...notes, ...legend.notes],
  }
}
