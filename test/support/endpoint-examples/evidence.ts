import * as evidence from '../../../shared/contract/evidence.ts'
import type { Examples } from './example.ts'

export const evidenceExamples: Examples = [
  [evidence.exportEvidence, { query: 'from=1&to=2026-01-31T12:00:00Z' }],
  [evidence.getEvidenceHead, { query: 'since=1' }],
  [evidence.getEvidenceKey, {}],
]
