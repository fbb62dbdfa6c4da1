import { numericTypes } from '../../../shared/kernel/base-type.ts'
import type { FormatColumn } from '../../engine/format/column.ts'
import { parseMoment } from '../../engine/format/moment.ts'
import { valueText } from '../../engine/format/value-text.ts'
import type { JsonCell } from '../../engine/shape/cell-reader.ts'
import type { Chart } from '../chart.ts'
import { type ChartColumn, groupText, numberOf } from '../columns.ts'
import { bucketsBetween, cellOf, clockOf, unitOf } from './steps.ts'

export type Category = {
  readonly text: string
  /** As it stands under an axis, where there is little room. */
  readonly tick: string
}

export type Categories = {
  readonly list: readonly Category[]
  /** Where a value stands; undefined for one that is not drawn. */
  readonly placeOf: (value: JsonCell) => number | undefined
  readonly notes: readonly string[]
}

/** Beyond, nobody tells one from the next. */
export const mostCategories = 500

const keyOf = (value: JsonCell): string => JSON.stringify(value)

/** Weeks by their first day, months by three letters. */
export const briefly = ({ settings, unit, ...format }: FormatColumn): FormatColumn => ({
  ...format,
  unit: unit === 'week' ? 'day' : unit,
  settings: { ...settings, date_abbreviate: true },
})

const distinct = (column: ChartColumn, chart: Chart): readonly JsonCell[] => [
  ...new Map(chart.rows.map((row) => [keyOf(column.of(row)), column.of(row)])).values(),
]

/** Moments in their order, with those between that nothing was answered for; others at the end. */
const alongTime = (values: readonly JsonCell[], unit: string | undefined): readonly JsonCell[] => {
  const moments = values
    .flatMap((value) => {
      const moment = typeof value === 'string' ? parseMoment(value) : undefined
      return moment ? [{ value, moment, clock: clockOf(moment) }] : []
    })
    .sort((a, b) => (a.clock < b.clock ? -1 : 1))
  const known = new Set(moments.map(({ value }) => value))
  const step = unit ?? unitOf(moments.map(({ moment }) => moment))
  const room = mostCategories - moments.length
  const filled = moments.flatMap(({ value, moment }, index): readonly JsonCell[] => {
    const next = moments[index + 1]?.moment
    return next ? [value, ...bucketsBetween(moment, next, step, room).map(cellOf)] : [value]
  })
  const others = values.filter((value) => !known.has(value))
  return [
    ...(filled.length > mostCategories ? moments.map(({ value }) => value) : filled),
    ...others,
  ]
}

const byNumber = (values: readonly JsonCell[]): readonly JsonCell[] =>
  [...values].sort(
    (a, b) => (numberOf(a) ?? Number.POSITIVE_INFINITY) - (numberOf(b) ?? Number.POSITIVE_INFINITY),
  )

const isKey = ({ format }: ChartColumn) =>
  format.semanticType === 'type/PK' || format.semanticType === 'type/FK'

const inOrder = (column: ChartColumn, values: readonly JsonCell[], { settings }: Chart) => {
  if (settings['graph.x_axis.scale'] === 'ordinal') return values
  if (column.role === 'time') return alongTime(values, column.format.unit)
  return numericTypes.has(column.format.baseType) && !isKey(column) ? byNumber(values) : values
}

/** What stands along the axis of a dimension: of a time axis the latest, else the first. */
export const categoriesOf = (chart: Chart, column: ChartColumn): Categories => {
  const all = inOrder(column, distinct(column, chart), chart)
  const isTime = column.role === 'time'
  const drawn = isTime ? all.slice(-mostCategories) : all.slice(0, mostCategories)
  const places = new Map(drawn.map((value, place) => [keyOf(value), place]))
  const brief = { ...column, text: valueText(briefly(column.format)) }
  const which = isTime ? 'last' : 'first'
  return {
    list: drawn.map((value) => ({
      text: groupText(column, value),
      tick: groupText(isTime ? brief : column, value),
    })),
    placeOf: (value) => places.get(keyOf(value)),
    notes:
      all.length > drawn.length
        ? [
            `Only the ${which} ${drawn.length} of ${all.length} values of ${column.title} are drawn.`,
          ]
        : [],
  }
}
