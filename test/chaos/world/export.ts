import { createPublicKey } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidenceOf } from '../../../infra/audit/export.ts'
import { verifyFile } from '../../../infra/audit/verify/verify.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'

/** Exports the log as evidence and verifies the file; answers what is wrong with it. */
export const exportProblems = async (eventStore: EventStore, seed: Buffer): Promise<string[]> => {
  const directory = await mkdtemp(join(tmpdir(), 'chaos-evidence-'))
  const path = join(directory, 'evidence.jsonl')
  try {
    const evidence = evidenceOf({ eventStore, seed, now: () => new Date() })
    const file = await open(path, 'w')
    await evidence.export({}, async (chunk) => {
      await file.write(chunk)
    })
    await file.close()
    const publicKey = createPublicKey(evidence.publicKey.pem)
    const { problems } = await verifyFile(path, { publicKey })
    return problems.map(({ line, text }) => (line === undefined ? text : `line ${line}: ${text}`))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
