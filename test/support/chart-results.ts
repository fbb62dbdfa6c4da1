import type { ChartResult } from '../../query-service/charts/chart.ts'
import type { Look, Picture } from '../../query-service/charts/picture.ts'
import { pictureOf } from '../../query-service/charts/picture-of.ts'
import type { ColumnMetadata } from '../../query-service/engine/column-metadata.ts'
import type { JsonRow } from '../../query-service/engine/shape/rows.ts'
import type { BaseType } from '../../shared/kernel/base-type.ts'

export const column = (
  name: string,
  baseType: BaseType = 'type/Text',
  more: Partial<ColumnMetadata> = {},
): ColumnMetadata => ({
  name,
  display_name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  base_type: baseType,
  effective_type: baseType,
  semantic_type: null,
  source: 'native',
  field_ref: ['field', name, null],
  ...more,
})

export const category = column('category', 'type/Text', { source: 'breakout' })
export const count = column('count', 'type/BigInteger', { source: 'aggregation' })
export const sum = column('sum', 'type/Float', { source: 'aggregation' })
export const month = column('month', 'type/DateTime', { source: 'breakout', unit: 'month' })

export const byCategory: ChartResult = {
  columns: [category, count],
  rows: [
    ['Doohickey', 3976],
    ['Gadget', 4939],
    ['Gizmo', 4784],
    ['Widget', 5061],
  ],
}

export const results = (columns: readonly ColumnMetadata[], rows: readonly JsonRow[]) => ({
  columns,
  rows,
})

export const look: Look = { theme: 'light', width: 600 }

export const picture = (display: string, result: ChartResult, settings: unknown = {}): Picture =>
  pictureOf({ name: 'Orders', display }, result, settings, look)

type Axis = {
  readonly data?: readonly string[]
  readonly min?: number
  readonly max?: number
  readonly name?: string
  readonly axisLabel: { readonly texts: readonly string[]; readonly show?: boolean }
}

/** What tests look at in an option; the axis of groups is one, those of values are a list. */
export type Option = {
  readonly legend: { readonly texts?: readonly string[]; readonly show?: boolean }
  readonly xAxis: Axis
  readonly yAxis: readonly [Axis, ...Axis[]]
  readonly series: readonly {
    readonly type: string
    readonly data: readonly unknown[]
    readonly stack?: string
    readonly yAxisIndex?: number
    readonly areaStyle?: unknown
    readonly label?: { readonly texts: readonly string[] }
    readonly markLine?: unknown
  }[]
}

/** What the option of a chart holds; a test fails where there is no chart. */
export const optionOf = ({ shape }: Picture): Option => {
  if (shape.kind !== 'chart') throw new Error(`This is no chart but a ${shape.kind}.`)
  return shape.option as unknown as Option
}
