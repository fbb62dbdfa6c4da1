import * as contract from '../../shared/contract/evidence.ts'
import { fileTime } from '../../shared/kernel/file-time.ts'
import { invalid } from '../../shared/kernel/refusal.ts'
import type { Evidence, Stretch } from '../../shared/ports/evidence.ts'
import { on, type QueryRoute } from '../context.ts'

export type EvidenceDependencies = {
  readonly evidence: Evidence
  readonly now: () => Date
}

/** A position and a time cannot be compared; such a stretch may turn out to be empty. */
const isBackwards = ({ from, to }: Stretch): boolean => {
  if (!from || !to) return false
  if ('position' in from) return 'position' in to && to.position < from.position
  return 'time' in to && to.time < from.time
}

export const evidenceRoutes = ({ evidence, now }: EvidenceDependencies): readonly QueryRoute[] => [
  on(contract.exportEvidence, async ({ query }, { signal }) => {
    if (isBackwards(query)) throw invalid('to', 'must not be before from')
    return {
      contentType: contract.evidenceType,
      fileName: `evidence_${fileTime(now())}.jsonl`,
      write: async (sink) => void (await evidence.export(query, sink, signal)),
    }
  }),

  on(contract.getEvidenceHead, ({ query: { since } }, { signal }) =>
    evidence.head({ since, signal }),
  ),

  on(contract.getEvidenceKey, async () => ({
    key_id: evidence.publicKey.keyId,
    public_key: evidence.publicKey.pem,
  })),
]
