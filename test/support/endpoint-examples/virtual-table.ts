import * as virtualTable from '../../../shared/contract/virtual-table.ts'
import type { Example, Examples } from './example.ts'

const theCard: Example['params'] = ({ cardId: id }) => ({ id })

export const virtualTableExamples: Examples = [
  [virtualTable.getVirtualTable, { params: theCard }],
  [virtualTable.getVirtualTableMetadata, { params: theCard }],
  [virtualTable.listVirtualForeignKeys, { params: theCard }],
]
