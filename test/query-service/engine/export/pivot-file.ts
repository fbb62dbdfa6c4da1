import type { ColumnMetadata } from '../../../../query-service/engine/column-metadata.ts'
import type { ExportRow } from '../../../../query-service/engine/export/exporter.ts'
import { writePivot } from '../../../../query-service/engine/export/pivot/write-pivot.ts'
import {
  type Grouping,
  groupingsOf,
} from '../../../../query-service/engine/mbql/pivot/groupings.ts'
import type { Pivot } from '../../../../query-service/engine/mbql/pivot/pivot.ts'
import type { Cell } from '../../../../shared/ports/engine-driver.ts'
import { inBatches } from './export-file.ts'

/** Values of the breakouts, rows first, and a number to be summed up for each measure. */
export type Fact = readonly [breakouts: readonly Cell[], ...measures: readonly number[]]

export type Question = {
  readonly columns: readonly ColumnMetadata[]
  readonly facts: readonly Fact[]
  readonly pivot: Pivot
}

const sums = (facts: readonly Fact[], grouping: Grouping): readonly ExportRow[] => {
  const groups = new Map<string, { key: readonly Cell[]; totals: number[] }>()
  for (const [breakouts, ...measures] of facts) {
    const key = breakouts.map((value, place) => ((grouping >> place) & 1 ? null : value))
    const group = groups.get(JSON.stringify(key)) ?? { key, totals: measures.map(() => 0) }
    groups.set(JSON.stringify(key), group)
    measures.forEach((measure, index) => {
      group.totals[index] = (group.totals[index] ?? 0) + measure
    })
  }
  return [...groups.values()].map(({ key, totals }) => [
    ...key,
    `${grouping}`,
    ...totals.map(String),
  ])
}

/** What a database would answer, the facts being in its order. */
const answer = ({ facts, pivot }: Question): readonly ExportRow[] => {
  const breakouts = pivot.rows.length + pivot.columns.length
  return groupingsOf(breakouts, { ...pivot, forSheet: true }).flatMap((it) => sums(facts, it))
}

/** The whole file of a question's pivot table. */
export const pivotFile = async (
  question: Question,
  options: { format?: 'csv' | 'xlsx'; formatRows?: boolean; settings?: object } = {},
): Promise<Buffer> => {
  const { format = 'csv', formatRows = false, settings } = options
  const chunks: Uint8Array[] = []
  const result = { columns: question.columns, batches: inBatches(answer(question)) }
  const sink = async (chunk: Uint8Array) => void chunks.push(chunk)
  const { pivot } = question
  await writePivot(result, sink, { format, formatRows, pivot, visualizationSettings: settings })
  return Buffer.concat(chunks)
}
