import * as queryAudit from '../../../shared/contract/query-audit.ts'
import type { Examples } from './example.ts'

export const queryAuditExamples: Examples = [
  [queryAudit.listExecutions, { query: 'table_id=1&from=2026-01-31&limit=10' }],
]
