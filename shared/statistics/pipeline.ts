import type { CompiledQuery } from '../ports/engine-driver.ts'
import type { FieldStatistics } from './field-statistics.ts'

const pipelineOn = (collection: string, ...pipeline: readonly object[]): CompiledQuery => ({
  sql: JSON.stringify({ collection, pipeline }),
  parameters: [],
})

/** What is not there is null, too. */
const present = (field: string) => ({ $match: { [field]: { $ne: null } } })

export const pipelineStatistics: FieldStatistics = {
  distinctValues: ({ table, field }, most) =>
    pipelineOn(
      table,
      present(field),
      { $group: { _id: `$${field}` } },
      { $sort: { _id: 1 } },
      { $limit: most },
      { $project: { _id: 0, value: '$_id' } },
    ),
  counts: ({ table, field }) =>
    pipelineOn(
      table,
      present(field),
      { $group: { _id: `$${field}`, values: { $sum: 1 } } },
      { $group: { _id: null, count: { $sum: '$values' }, distincts: { $sum: 1 } } },
      { $project: { _id: 0, count: 1, distincts: 1 } },
    ),
}
