import { chartSettings } from '../../../shared/contract/chart-settings.ts'
import type { ColumnMetadata } from '../../engine/column-metadata.ts'
import { openChart } from '../chart.ts'
import { numberOf } from '../columns.ts'
import { scalarColumn } from '../number.ts'
import type { Look } from '../picture.ts'
import { looksOf, ownColumn, type Part, type Together } from './part.ts'

const name = 'question'
const value = 'value'

const names: ColumnMetadata = {
  name,
  display_name: 'Question',
  base_type: 'type/Text',
  effective_type: 'type/Text',
  semantic_type: null,
  source: 'breakout',
  field_ref: ['field', name, null],
}

const numberIn = ({ display, result, settings }: Part, look: Look) => {
  const { columns, rows } = openChart(display, result, settings, look)
  const column = scalarColumn(columns, chartSettings.parse(settings)['scalar.field'])
  const row = rows[0]
  return column && row ? { column, number: numberOf(column.of(row)) } : undefined
}

/** Single numbers beside each other, each under the name of its question. */
export const numbersTogether =
  (display: string) =>
  (first: Part, others: readonly Part[], look: Look): Together | undefined => {
    const own = numberIn(first, look)
    if (!own || first.result.rows.length > 1) return undefined
    const { columns } = first.result
    const shown = ownColumn(own.column, columns, { as: value, title: own.column.title })
    const all = [first, ...others].map((part) => ({ part, number: numberIn(part, look)?.number }))
    return {
      ...first,
      display,
      settings: {
        ...first.settings,
        'table.columns': undefined,
        column_settings: looksOf([shown]),
      },
      result: {
        columns: [names, shown.metadata],
        rows: all.map(({ part, number }) => [part.name, number ?? null]),
        notes: all.flatMap(({ part, number }) =>
          typeof number === 'number' ? [] : [`${part.name} has no number.`],
        ),
      },
    }
  }
