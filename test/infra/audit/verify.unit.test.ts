import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { signerOf } from '../../../infra/audit/signing.ts'
import { canonicalJson } from '../../../shared/kernel/json.ts'
import { type EvidenceLab, evidenceLab } from '../../support/evidence-lab.ts'

/** Milliseconds; a machine may have other things to do as well. */
jest.setTimeout(30_000)

const seed = randomBytes(32)
let lab: EvidenceLab
let whole: Buffer
let first: Buffer
let second: Buffer
/** As long as three events stood in the log. */
let early: string

const linesOf = (file: Buffer): string[] => file.toString().split('\n').slice(0, -1)
const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
const manifestOf = (file: Buffer) => JSON.parse(linesOf(file).at(-1) ?? '')
const position = (file: Buffer, line: number): bigint =>
  BigInt(JSON.parse(linesOf(file)[line - 1] ?? '').event.position)

beforeAll(async () => {
  lab = evidenceLab(seed)
  await lab.record(3)
  early = JSON.stringify(await lab.evidence.head(), null, 2)
  await lab.record(14)
  whole = await lab.export()
  const cut = position(whole, 8)
  first = await lab.export({ to: { position: cut } })
  second = await lab.export({ from: { position: cut } })
})
afterAll(() => lab.close())

describe('a file as it was exported', () => {
  test('is sound: whole, a part, the end, nothing at all', async () => {
    expect(linesOf(whole)).toHaveLength(18)
    expect(linesOf(first)).toHaveLength(8)
    expect(linesOf(second)).toHaveLength(11)
    const nothing = await lab.export({ from: { position: 0n }, to: { position: 0n } })
    const head = `${canonicalJson(await lab.evidence.head())}\n`
    for (const file of [whole, first, second, nothing, head])
      expect(await lab.problems(file)).toEqual([])
  })

  test('says what it holds', () => {
    expect(manifestOf(second)).toMatchObject({
      format: 'analytics-service-evidence/1',
      count: 10,
      previous_size: 7,
      previous_root: manifestOf(first).root,
      previous_chain: manifestOf(first).chain,
      size: 17,
      root: manifestOf(whole).root,
      first_position: String(position(whole, 8)),
      last_position: String(position(whole, 17)),
    })
    expect(JSON.parse(linesOf(second)[0] ?? '').event).toMatchObject({
      number: 7,
      stream: 'group-8',
      revision: 0,
      type: 'GroupCreated',
      schemaVersion: 1,
      data: { groupId: 8, name: 'Group 8 „é𝄞”' },
      metadata: { actor: { kind: 'system', name: 'test' } },
    })
  })

  test('follows the one before it, and leads up to any head in it', async () => {
    expect(await lab.problems(second, { previous: first })).toEqual([])
    expect(await lab.problems(whole, { previous: first })).toEqual([])
    expect(await lab.problems(whole, { head: early })).toEqual([])
    expect(await lab.problems(whole, { head: second })).toEqual([])
  })

  const agreementOf = async (file: Buffer, head: string | Uint8Array) => {
    const { problems, agreements } = await lab.verdict(file, { head })
    expect(problems).toEqual([])
    return agreements.head
  }

  test('is complete up to its own end, however far a later head goes on', async () => {
    const proven = JSON.stringify(await lab.evidence.head({ since: 7 }), null, 2)
    expect(await agreementOf(first, proven)).toEqual({
      kind: 'ahead',
      compared: { events: 7, by: 'proof' },
      next: undefined,
    })
    const next = String(position(whole, 8))
    for (const later of [second, whole])
      expect(await agreementOf(first, later)).toEqual({
        kind: 'ahead',
        compared: { events: 7, by: 'lines' },
        next,
      })
    // 17 events are a subtree of 16 and one of 1: of the first 7 alone there is none.
    const plain = JSON.stringify(await lab.evidence.head())
    expect(await agreementOf(first, plain)).toMatchObject({ compared: { events: 0 } })
    const sixteen = await lab.export({ to: { position: position(whole, 17) } })
    expect(await agreementOf(sixteen, plain)).toMatchObject({ compared: { events: 16 } })
  })

  test('by time is complete as well, once that time has passed', async () => {
    const end = JSON.parse(linesOf(whole)[16] ?? '').event.recordedAt
    const file = await lab.export({ to: { time: end } })
    const since = manifestOf(file).size
    const head = JSON.stringify(await lab.evidence.head({ since }))
    expect(await agreementOf(file, head)).toMatchObject({ compared: { events: since } })
  })

  test('by time begins with the given moment and ends before the other', async () => {
    const { recordedAt } = JSON.parse(linesOf(whole)[5] ?? '').event
    const before = await lab.export({ to: { time: recordedAt } })
    const after = await lab.export({ from: { time: recordedAt } })
    expect(manifestOf(before).count + manifestOf(after).count).toBe(17)
    expect(await lab.problems(after, { previous: before })).toEqual([])
    const times = linesOf(after)
      .slice(0, -1)
      .map((line) => JSON.parse(line).event.recordedAt)
    expect(times.every((time) => time >= recordedAt)).toBe(true)
  })
})

describe('what was done to a file is found', () => {
  test('any flipped bit, anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: second.length - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const spoiled = Buffer.from(second)
          spoiled[at] = (spoiled[at] ?? 0) ^ (1 << bit)
          expect(await lab.problems(spoiled)).not.toEqual([])
        },
      ),
      { numRuns: 400 },
    )
  })

  test('any byte of the manifest', async () => {
    const start = second.lastIndexOf('\n', -2) + 1
    for (let at = start; at < second.length; at += 3) {
      const spoiled = Buffer.from(second)
      spoiled[at] = (spoiled[at] ?? 0) ^ 1
      expect(await lab.problems(spoiled)).not.toEqual([])
    }
  })

  test('a changed word, by its line', async () => {
    const spoiled = whole.toString().replace('Group 5', 'Group 6')
    expect(await lab.problems(spoiled)).toEqual([
      'line 5 was altered, or inserted: event 4 is not as hashed',
    ])
  })

  test('a deleted, repeated, moved or foreign line, by its place', async () => {
    const lines = linesOf(whole)
    expect(await lab.problems(fileOf(lines.toSpliced(4, 2)))).toEqual([
      'line 5 holds event 6, but events 4 to 5 are missing before it',
    ])
    expect(await lab.problems(fileOf(lines.slice(1)))).toEqual([
      'line 1 holds event 1, but event 0 is missing before it',
    ])
    expect(await lab.problems(fileOf(lines.toSpliced(6, 0, lines[2] ?? '')))).toEqual([
      'line 7 holds event 2, out of order: inserted, repeated or moved',
    ])
    expect(
      await lab.problems(fileOf(lines.toSpliced(3, 2, lines[4] ?? '', lines[3] ?? ''))),
    ).toEqual([
      'line 4 holds event 4, but event 3 is missing before it',
      'line 5 holds event 3, out of order: inserted, repeated or moved',
    ])
    expect(await lab.problems(fileOf(lines.toSpliced(3, 0, '{"event":{}}')))).toContain(
      'line 4 was altered, or was never a line of evidence: it cannot be read',
    )
  })

  test('an end that was cut off', async () => {
    const lines = linesOf(whole)
    const noManifest = await lab.problems(fileOf(lines.slice(0, -1)))
    expect(noManifest.join()).toContain('does not end in a manifest')
    expect((await lab.problems(whole.subarray(0, -1))).join()).toContain('does not end in')
    expect((await lab.problems('')).join()).toContain('does not end in a manifest')
    expect(await lab.problems(fileOf([...lines.slice(0, -3), lines.at(-1) ?? '']))).toEqual([
      'line 16 the events from 15 to 16 are missing before the manifest',
    ])
  })

  test('a tail that is missing although the signature is right, given a later head', async () => {
    const log = evidenceLab(seed)
    await log.record(7)
    const end = position(await log.export(), 7) + 20n
    const [open, early] = [await log.export(), await log.export({ to: { position: end } })]
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
    const untilTomorrow = await log.export({ to: { time: tomorrow } })
    await log.record(10)
    const later = [await log.export(), JSON.stringify(await log.evidence.head({ since: 7 }))]
    for (const file of [open, early, untilTomorrow]) {
      expect(await log.problems(file)).toEqual([])
      for (const head of later) {
        const [problem, ...more] = await log.problems(file, { head })
        expect(problem).toContain('the tail is missing')
        expect(more).toEqual([])
      }
    }
    const [head = ''] = later.slice(1)
    expect((await log.problems(open, { head })).join()).toContain('10 events more')
    expect((await log.problems(early, { head })).join()).toContain('before the log had come to')
    expect((await log.problems(early, { head: later[0] ?? '' })).join()).toMatch(
      /event 7, which the head's file holds, stands at position \d+, before the end of this file/,
    )
    log.close()
  })

  test('a manifest that was edited, or made by somebody else', async () => {
    const lines = linesOf(whole)
    const edited = { ...manifestOf(whole), created_at: '2020-01-01T00:00:00.000Z' }
    const withLast = (manifest: unknown) => fileOf([...lines.slice(0, -1), canonicalJson(manifest)])
    expect((await lab.problems(withLast(edited))).join()).toContain('not over what it says')
    const { key_id, signature, ...content } = manifestOf(whole)
    const forged = signerOf(randomBytes(32)).sign(content)
    expect((await lab.problems(withLast(forged))).join()).toContain('was signed by key')
    expect((await lab.problems(whole, { key: signerOf(randomBytes(32)).pem })).join()).toContain(
      'was signed by key',
    )
  })

  test('two files joined, and one with the manifest of another', async () => {
    const [a, b] = [linesOf(first), linesOf(second)]
    expect(await lab.problems(fileOf([...a, ...b]))).not.toEqual([])
    expect((await lab.problems(fileOf([...a.slice(0, -1), ...b]))).join()).toContain('out of order')
    expect(await lab.problems(fileOf([...b.slice(0, -1), a.at(-1) ?? '']))).not.toEqual([])
    expect(await lab.problems(fileOf([...a, a.at(-1) ?? '']))).toContain(
      'line 8 is a manifest, but the file goes on: something was appended, or two files were joined',
    )
  })

  test('history that was written anew, every hash of it right', async () => {
    const rewritten = evidenceLab(seed)
    await rewritten.record(17)
    const other = await rewritten.export()
    expect(await rewritten.problems(other)).toEqual([])
    for (const known of [{ head: early }, { previous: first }, { head: whole }])
      expect((await rewritten.problems(other, known)).join()).toContain('history was rewritten')
    // A file that ends before the head does is held against it no less.
    const until = (events: number) =>
      rewritten.export({ to: { position: position(other, events) } })
    const [seven, sixteen] = [await until(8), await until(17)]
    const proven = JSON.stringify(await lab.evidence.head({ since: 7 }))
    for (const head of [proven, whole, second])
      expect((await rewritten.problems(seven, { head })).join()).toContain('history was rewritten')
    const plain = JSON.stringify(await lab.evidence.head())
    expect((await rewritten.problems(sixteen, { head: plain })).join()).toContain('rewritten')
    const otherLines = linesOf(other).slice(0, -1)
    const spliced = fileOf([...otherLines, linesOf(whole).at(-1) ?? ''])
    expect((await lab.problems(spliced)).join()).toContain('not the ones the manifest was signed')
    rewritten.close()
  })

  test('a gap between a file and the one before', async () => {
    const last = await lab.export({ from: { position: position(whole, 12) } })
    expect((await lab.problems(last, { previous: first })).join()).toContain(
      'events 7 to 10 are in neither',
    )
    expect((await lab.problems(first, { previous: second })).join()).toContain('after the end')
  })
})
