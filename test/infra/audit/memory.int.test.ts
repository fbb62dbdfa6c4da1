import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { expect, test } from '@jest/globals'
import { evidenceOf } from '../../../infra/audit/export.ts'
import { publicKeyFrom } from '../../../infra/audit/signing.ts'
import { verifyFile } from '../../../infra/audit/verify/verify.ts'
import { sinkInto } from '../../../infra/http/sink-into.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import { mostHeldDuring } from '../../support/live-memory.ts'
import { recorded } from '../../support/recorded.ts'

const events = 100_000
const mostHeld = 30 * 1024 ** 2

/** A log that is not kept anywhere: its events are made when they are read. */
const endlessLog = {
  head: async () => BigInt(events),
  async *readAll(): AsyncGenerator<RecordedEvent, void> {
    for (let n = 1; n <= events; n++)
      yield recorded(
        { type: 'GroupCreated', data: { groupId: n, name: `Group ${n} ${'x'.repeat(200)}` } },
        n,
      )
  },
}

test('a hundred thousand events are exported and verified without being held', async () => {
  const home = mkdtempSync(join(tmpdir(), 'evidence-memory-'))
  const path = join(home, 'all.jsonl')
  const seed = Buffer.alloc(32, 7)
  const evidence = evidenceOf({ eventStore: endlessLog, seed, now: () => new Date() })
  const exported = await mostHeldDuring(async () => {
    const file = createWriteStream(path)
    const manifest = await evidence.export({}, sinkInto(file))
    file.end()
    await finished(file)
    return manifest
  })
  expect(exported.result.count).toBe(events)
  expect(statSync(path).size).toBeGreaterThan(2 * mostHeld)
  expect(exported.held).toBeLessThan(mostHeld)

  const publicKey = publicKeyFrom(evidence.publicKey.pem)
  if (!publicKey) throw new Error('no key')
  const verified = await mostHeldDuring(() => verifyFile(path, { publicKey }))
  expect(verified.result).toMatchObject({ problems: [], lines: events })
  expect(verified.held).toBeLessThan(mostHeld)
  rmSync(home, { recursive: true })
}, 60_000)
