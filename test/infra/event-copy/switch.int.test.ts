import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { evidenceOf } from '../../../infra/audit/export.ts'
import { assertLogHome } from '../../../infra/event-store/log-home.ts'
import type { RecordedEvent } from '../../../shared/kernel/event.ts'
import type { EventStore } from '../../../shared/ports/event-store.ts'
import { type CopyLab, copyLab } from '../../support/copy-lab.ts'
import { collect, eventually, someEvent } from '../../support/events.ts'
import { evidenceLab } from '../../support/evidence-lab.ts'

const seed = Buffer.alloc(32, 7)

const evidenceFrom = async (eventStore: EventStore) => {
  const chunks: Uint8Array[] = []
  const evidence = evidenceOf({ eventStore, seed, now: () => new Date() })
  const to = { position: (await eventStore.head()) + 1n }
  await evidence.export({ to }, async (chunk) => void chunks.push(chunk))
  return { file: Buffer.concat(chunks), head: JSON.stringify(await evidence.head()) }
}

const linesOf = (file: Buffer): string[] => file.toString().trimEnd().split('\n').slice(0, -1)

const group = (n: number) => someEvent({ groupId: n, name: `Group ${n}` }, 'GroupCreated')

/** Somebody who writes all the time, and what was acknowledged to them. */
const writer = (store: EventStore, prefix: string) => {
  const acknowledged: string[] = []
  const refused: unknown[] = []
  let stopped = false
  const loop = (async () => {
    for (let n = 0; !stopped; n++) {
      const event = group(n)
      await store.append(`${prefix}-${n}`, 'no_stream', [event]).then(
        () => acknowledged.push(event.id),
        (error) => refused.push(error),
      )
    }
  })()
  const stop = async () => {
    stopped = true
    await loop
  }
  return { acknowledged, refused, stop }
}

describe('a log that moves, while it is written to, and comes back', () => {
  const auditor = evidenceLab(seed)
  let lab: CopyLab
  let before: readonly RecordedEvent[]
  let after: readonly RecordedEvent[]
  let signed: Awaited<ReturnType<typeof evidenceFrom>>

  beforeAll(async () => {
    lab = await copyLab({ isServed: true })
    await lab.fill(5)
    for (let n = 0; n < 9; n++) await lab.postgres.append(`group-${n}`, 'no_stream', [group(n)])
    signed = await evidenceFrom(lab.postgres)
  })
  afterAll(async () => {
    auditor.close()
    await lab.drop()
  })

  test('loses nothing that was acknowledged, and takes nothing once it has moved', async () => {
    await expect(assertLogHome(lab.database.pool, 'eventstoredb')).rejects.toThrow(
      'the log is in Postgres',
    )
    const busy = writer(lab.postgres, 'busy')
    const { out, problems } = await lab.copyThere(['--switch'])
    await eventually(() => busy.refused.length > 0)
    await busy.stop()
    expect(problems).toEqual([])
    expect(out.at(-1)).toMatch(
      /^The log is in EventStoreDB now, after a stop of writes of [\d.]+ s/,
    )
    expect(busy.refused.at(-1)).toMatchObject({ name: 'Refusal', kind: 'unavailable' })

    before = await collect(lab.postgres.readAll())
    expect(await collect(lab.continued.readAll())).toEqual(before)
    const kept = new Set(before.map(({ id }) => id))
    expect(busy.acknowledged.filter((id) => !kept.has(id))).toEqual([])
    await expect(assertLogHome(lab.database.pool, 'postgres')).rejects.toThrow(
      'The log has moved to EventStoreDB',
    )
    await assertLogHome(lab.database.pool, 'eventstoredb')
    expect((await lab.copyThere()).problems.join()).toContain('The log is in EventStoreDB')
  })

  test('keeps evidence from before: the same lines, and signatures that still hold', async () => {
    await lab.continued.append('group-later', 'no_stream', [group(100)])
    after = await collect(lab.continued.readAll())
    const now = await evidenceFrom(lab.continued)
    const old = linesOf(signed.file)
    expect(old).toHaveLength(9)
    expect(linesOf(now.file).slice(0, 9)).toEqual(old)
    expect(await auditor.problems(signed.file, { head: now.file })).toEqual([])
    expect(await auditor.problems(now.file, { head: signed.head, previous: signed.file })).toEqual(
      [],
    )
  })

  test('does not come back while anybody could write to it elsewhere', async () => {
    const session = await lab.database.pool.connect()
    const { problems } = await lab.copyBack(['--switch'])
    session.release()
    expect(problems.join()).toMatch(/^Stop every process of the service first; .* postgres/)
  })

  test('comes back as it is, and goes on after that', async () => {
    // What was copied ahead, with the service at work, is not copied again.
    expect((await lab.copyBack()).problems).toEqual([])
    await lab.continued.append('group-latest', 'no_stream', [group(101)])
    await lab.endSessions()
    const { out, problems } = await lab.copyBack(['--switch'])
    expect(problems).toEqual([])
    expect(out.at(-1)).toContain('The log is in Postgres now')
    const all = await collect(lab.postgres.readAll())
    expect(all.slice(0, -1)).toEqual(after)
    await assertLogHome(lab.database.pool, 'postgres')

    const { position } = await lab.postgres.append('group-0', 0, [group(102)])
    expect(position).toBeGreaterThan(all.at(-1)?.position ?? 0n)
    const now = await evidenceFrom(lab.postgres)
    expect(await auditor.problems(signed.file, { head: now.file })).toEqual([])
    expect(await auditor.problems(now.file, { head: signed.head })).toEqual([])
  })
})
