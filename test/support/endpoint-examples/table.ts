import * as table from '../../../shared/contract/table.ts'
import type { Examples, World } from './example.ts'

const orders = ({ tableId }: World) => ({ id: tableId })
const key = ({ fieldId }: World) => ({ id: fieldId })

export const tableExamples: Examples = [
  [table.listTables, {}],
  [table.getTable, { params: orders }],
  [table.getTableMetadata, { params: orders }],
  [table.listForeignKeys, { params: orders }],
  [table.getField, { params: key }],
  [table.getFieldValues, { params: key }],
  [table.getFieldSummary, { params: key }],
]
