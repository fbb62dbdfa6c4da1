import type { Display } from './chart.ts'
import { baseOption, sizeOf } from './frame.ts'
import { groupsOf } from './groups.ts'
import { percentText } from './percent.ts'
import { colorAt, colors } from './themes.ts'
import { counted, shortened } from './words.ts'

const mostSteps = 30
const stepHeight = 40
const longestName = 24

/** How many of the first step are left after each, in the order of the answer. */
export const funnel: Display = (chart) => {
  const { settings, look } = chart
  const groups = groupsOf(chart, {
    dimension: settings['funnel.dimension'],
    metric: settings['funnel.metric'],
  })
  if ('unfit' in groups) return groups
  const { dimension, metric, list } = groups
  const [first] = list
  const last = list.at(-1)
  if (!first || !last || first.value <= 0 || list.some(({ value }) => value < 0))
    return { unfit: `A funnel begins with a ${metric.title} above zero, and none is below.` }

  const theme = colors[look.theme]
  const steps = list.slice(0, mostSteps)
  const box = sizeOf(look)
  const size = { ...box, height: Math.max(box.height, steps.length * stepHeight) }
  const most = Math.max(...steps.map(({ value }) => value))
  const shareOf = (value: number) => percentText(value / first.value)
  const option = {
    ...baseOption(theme),
    series: [
      {
        type: 'funnel',
        sort: 'none',
        top: 4,
        bottom: 4,
        left: 4,
        width: '44%',
        min: 0,
        max: most,
        gap: 3,
        label: {
          position: 'right',
          color: theme.ink,
          texts: steps.map(
            ({ name, value }) =>
              `${shortened(name, longestName)}: ${metric.text(value)} (${shareOf(value)})`,
          ),
        },
        labelLine: { length: 12, lineStyle: { color: theme.line } },
        itemStyle: { color: colorAt(0), borderWidth: 0 },
        data: steps.map(({ value }, place) => ({ name: String(place), value })),
      },
    ],
  }
  return {
    shape: { kind: 'chart', option, size },
    summary: `Funnel of ${metric.title} by ${dimension.title}: ${counted(list.length, 'step')}, from ${first.name} with ${metric.text(first.value)} to ${last.name} with ${metric.text(last.value)} (${shareOf(last.value)}).`,
    notes: [
      ...groups.notes,
      ...(list.length > mostSteps
        ? [`Only the first ${mostSteps} of ${list.length} steps are drawn.`]
        : []),
    ],
  }
}
