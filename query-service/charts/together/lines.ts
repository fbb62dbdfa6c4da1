import { chartSettings } from '../../../shared/contract/chart-settings.ts'
import type { Look } from '../picture.ts'
import { mergedRows } from './merged-rows.ts'
import { looksOf, type OwnColumn, ownColumn, type Part, type Together } from './part.ts'
import { type Strand, type Strands, strandsOf } from './strands.ts'

/** More have no colours left, and nobody reads the table behind them. */
const mostStrands = 100

const leftOut = ({ name }: Part, why: string) => `${name} is not drawn with it. ${why}`

type Fitting = { readonly strands: readonly Strand[]; readonly notes: readonly string[] }

/** The others are drawn along the axis of the first, where they have something along it. */
const besides = (
  others: readonly Part[],
  { dimension }: Strands,
  strandsIn: (part: Part) => ReturnType<typeof strandsOf>,
): Fitting => {
  const found = others.map((part) => {
    const strands = strandsIn(part)
    if ('unfit' in strands) return { strands: [], notes: [leftOut(part, strands.unfit)] }
    const { dimension: own, list } = strands
    return own.role === dimension.role
      ? { strands: list, notes: [] }
      : { strands: [], notes: [leftOut(part, `It goes by ${own.title}.`)] }
  })
  return {
    strands: found.flatMap(({ strands }) => strands),
    notes: found.flatMap(({ notes }) => notes),
  }
}

const columnOf = ({ metric, part, title }: Strand, place: number): OwnColumn =>
  ownColumn(metric, part.result.columns, { as: `series-${place}`, title })

/** Series of several questions along one axis; undefined where the first has none to begin with. */
export const linesTogether = (
  first: Part,
  others: readonly Part[],
  look: Look,
): Together | undefined => {
  const { series_settings: atPlace = {} } = chartSettings.parse(first.settings)
  const strandsIn = (part: Part) => strandsOf(part, look, atPlace)
  const own = strandsIn(first)
  if ('unfit' in own) return undefined
  const { strands, notes } = besides(others, own, strandsIn)
  const all = [...own.list, ...strands]
  const shown = all.slice(0, mostStrands)
  const { dimension } = own
  const group = ownColumn(dimension, first.result.columns, { as: 'group', title: dimension.title })
  const series = shown.map(columnOf)
  const names = series.map(({ metadata }) => metadata.name)
  return {
    ...first,
    settings: {
      ...first.settings,
      'table.columns': undefined,
      'graph.dimensions': ['group'],
      'graph.metrics': names,
      column_settings: looksOf([group, ...series]),
      series_settings: Object.fromEntries(names.map((name, at) => [name, shown[at]?.settings])),
    },
    result: {
      columns: [group, ...series].map(({ metadata }) => metadata),
      rows: mergedRows(shown, dimension.role === 'time'),
      notes: [
        ...notes,
        ...(shown.length < all.length
          ? [`Only the first ${shown.length} of ${all.length} series are here.`]
          : []),
      ],
    },
  }
}
