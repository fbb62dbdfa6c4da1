import * as search from '../../../shared/contract/search.ts'
import type { Examples } from './example.ts'

export const searchExamples: Examples = [
  [search.search, { query: 'q=order&models=table,card&limit=2' }],
  [search.listRecents, { query: 'limit=2' }],
]
