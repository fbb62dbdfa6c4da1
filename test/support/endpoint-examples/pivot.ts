import * as pivot from '../../../shared/contract/pivot.ts'
import type { Examples, World } from './example.ts'

const question = ({ databaseId, tableId, fieldId }: World) => ({
  database: databaseId,
  type: 'query',
  query: {
    'source-table': tableId,
    filter: ['<', ['field', fieldId, null], 3],
    aggregation: [['count']],
    breakout: [['field', fieldId, null]],
  },
})

/** Saves a question that can be pivoted, as the admin. */
export const pivotedCard = async (world: World) => {
  const { status, body } = await world.admin.post('/api/card', {
    name: 'Some pivot',
    display: 'pivot',
    visualization_settings: {
      'pivot_table.column_split': { rows: [['field', world.fieldId, null]], columns: [] },
    },
    dataset_query: question(world),
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return { id: body.id }
}

export const pivotExamples: Examples = [
  [pivot.runPivot, { body: (world) => ({ ...question(world), pivot_rows: [0], pivot_cols: [] }) }],
  [pivot.runCardPivot, { params: pivotedCard, body: () => ({ parameters: [] }) }],
]
