import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { evidenceOf } from '../../infra/audit/export.ts'
import { publicKeyFrom } from '../../infra/audit/signing.ts'
import { readAnchor } from '../../infra/audit/verify/anchors.ts'
import { type Verdict, verifyFile } from '../../infra/audit/verify/verify.ts'
import { memoryEventStore } from '../../infra/event-store/memory.ts'
import type { Stretch } from '../../shared/ports/evidence.ts'
import { someEvent } from './events.ts'

const keyOf = (pem: string) => {
  const key = publicKeyFrom(pem)
  if (!key) throw new Error('not a public key')
  return key
}

type Given = {
  readonly key?: string
  readonly head?: string | Uint8Array
  readonly previous?: string | Uint8Array
}

/** A log with groups in it, exports of it, and files to spoil. */
export const evidenceLab = (seed = randomBytes(32)) => {
  const eventStore = memoryEventStore()
  const evidence = evidenceOf({ eventStore, seed, now: () => new Date() })
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
    async problems(content: string | Uint8Array, given: Given = {}): Promise<string[]> {
      const { problems } = await this.verdict(content, given)
      return problems.map(({ line, text }) => (line === undefined ? text : `line ${line} ${text}`))
    },
    async verdict(content: string | Uint8Array, given: Given = {}): Promise<Verdict> {
      const anchors = []
      for (const kind of ['head', 'previous'] as const) {
        const document = given[kind]
        if (document === undefined) continue
        const path = write(document)
        const manifest = await readAnchor(path)
        if (!manifest) throw new Error(`${kind} holds no manifest`)
        anchors.push({ kind, path, manifest })
      }
      const key = given.key === undefined ? publicKey : keyOf(given.key)
      return verifyFile(write(content), { publicKey: key, anchors })
    },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

export type EvidenceLab = ReturnType<typeof evidenceLab>
