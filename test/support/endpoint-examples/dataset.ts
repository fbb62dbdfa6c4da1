import * as dataset from '../../../shared/contract/dataset.ts'
import type { Examples, World } from './example.ts'

const question = ({ databaseId, tableId }: World) => ({
  database: databaseId,
  type: 'query',
  query: { 'source-table': tableId, limit: 2 },
})

export const datasetExamples: Examples = [
  [dataset.runQuery, { body: question }],
  [dataset.showNative, { body: question }],
  [dataset.getQueryMetadata, { body: ({ databaseId }) => ({ database: databaseId }) }],
  [
    dataset.exportQuery,
    { params: () => ({ format: 'json' }), body: (world) => ({ query: question(world) }) },
  ],
]
