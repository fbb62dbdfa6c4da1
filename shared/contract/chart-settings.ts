import { z } from 'zod'
import { wish } from './wish.ts'

const longestText = 200

const flag = wish(z.boolean())
const number = wish(z.number())
const text = wish(z.string().max(longestText).regex(/\S/))
const color = wish(z.string().regex(/^#[0-9a-f]{6}$/i))
const name = wish(z.string())
const names = wish(z.array(z.string()))

const seriesSettings = z.object({
  title: text,
  color,
  display: wish(z.enum(['bar', 'line', 'area'])),
  axis: wish(z.enum(['left', 'right'])),
  'line.interpolate': wish(z.enum(['linear', 'cardinal', 'step-after'])),
  /** What stands where there is no value: zero, nothing, or a line across. */
  'line.missing': wish(z.enum(['zero', 'none', 'interpolate'])),
})
export type SeriesSettings = z.infer<typeof seriesSettings>

const segment = z.object({ min: z.number(), max: z.number(), color, label: text })

/**
 * What of a question's visualization settings says how it is drawn, in the words of Metabase.
 * Columns are named; series by the column they show, or by the value that makes them one.
 */
export const chartSettings = z
  .object({
    'graph.dimensions': names,
    'graph.metrics': names,
    'graph.show_values': flag,
    'graph.show_goal': flag,
    'graph.goal_value': number,
    'graph.goal_label': text,
    'graph.x_axis.title_text': text,
    'graph.x_axis.labels_enabled': flag,
    'graph.x_axis.scale': wish(z.enum(['ordinal', 'timeseries', 'linear', 'log', 'pow'])),
    'graph.y_axis.title_text': text,
    'graph.y_axis.labels_enabled': flag,
    'graph.y_axis.auto_range': flag,
    'graph.y_axis.auto_split': flag,
    'graph.y_axis.min': number,
    'graph.y_axis.max': number,
    'graph.y_axis.unpin_from_zero': flag,
    'stackable.stack_type': wish(z.enum(['stacked', 'normalized']).nullable()),
    series_settings: wish(z.record(z.string(), seriesSettings.catch({}))),
    'pie.dimension': wish(z.union([z.string(), z.array(z.string())])),
    'pie.metric': name,
    'pie.show_legend': flag,
    'scatter.bubble': name,
    'scalar.field': name,
    'gauge.segments': wish(z.array(segment).min(1).max(20)),
    'progress.goal': number,
    'funnel.dimension': name,
    'funnel.metric': name,
  })
  .catch({})
export type ChartSettings = z.infer<typeof chartSettings>
