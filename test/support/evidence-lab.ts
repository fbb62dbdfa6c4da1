import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidenceOf } from '../../infra/audit/export.ts'
import { publicKeyFrom } from '../../infra/audit/signing.ts'
import { readAnchor } from '../../infra/audit/verify/anchors.ts'
import { verifyFile } from '../../infra/audit/verify/verify.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import type { Stretch } from '../../shared/ports/evidence.ts'
import { someEvent } from './events.ts'

const keyOf = (pem: string) => {
  const key = publicKeyFrom(pem)
  if (!key) throw new Error('not a public key')
  return key
}

/** A log with groups in it, exports of it, and files to spoil. */
export const evidenceLab = (seed = randomBytes(32)) => {
  const eventStore = memoryEventStore()
  const evidence = evidenceOf({ eventStore, seed, now: () => new Date('2026-05-01T10:00:00Z') })
  const publicKey = keyOf(evidence.publicKey.pem)
  const home = mkdtempSync(join(tmpdir(), 'evidence-'))
  let groups = 0
  let files = 0

  const write = (content: string | Uint8Array): string => {
    files += 1
    const path = join(home, `${files}.jsonl`)
    writeFileSync(path, content)
    return path
  }

  return {
    evidence,
    eventStore,
    /** Creates so many groups, with events in between that are none of evidence's business. */
    async record(count: number) {
      for (let i = 0; i < count; i++) {
        groups += 1
        const data = { groupId: groups, name: `Group ${groups} „é𝄞”` }
        await eventStore.append(`group-${groups}`, 'no_stream', [
          someEvent(data, 'GroupCreated'),
          someEvent({}, 'SettingChanged'),
        ])
      }
    },
    async export(stretch: Stretch = {}): Promise<Buffer> {
      const chunks: Uint8Array[] = []
      await evidence.export(stretch, async (chunk) => void chunks.push(chunk))
      return Buffer.concat(chunks)
    },
    write,
    /** The sentences a file is found wanting with; none for a sound one. */
    async problems(
      content: string | Uint8Array,
      given: { key?: string; head?: string | Uint8Array; previous?: string | Uint8Array } = {},
    ): Promise<string[]> {
      const anchors = []
      for (const kind of ['head', 'previous'] as const) {
        const document = given[kind]
        const manifest = document === undefined ? undefined : await readAnchor(write(document))
        if (document !== undefined && !manifest) throw new Error(`${kind} holds no manifest`)
        if (manifest) anchors.push({ kind, manifest })
      }
      const key = given.key === undefined ? publicKey : keyOf(given.key)
      const { problems } = await verifyFile(write(content), { publicKey: key, anchors })
      return problems.map(({ line, text }) => (line === undefined ? text : `line ${line} ${text}`))
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

export type EvidenceLab = ReturnType<typeof evidenceLab>
