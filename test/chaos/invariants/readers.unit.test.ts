import { describe, expect, test } from '@jest/globals'
import type { Sent } from '../ledger.ts'
import { actionRuns } from './action-runs.ts'
import { calmAfterwards } from './calm.ts'
import { chainVerifies } from './chain.ts'
import { endedSessions } from './ended-sessions.ts'
import type { Evidence } from './evidence.ts'
import { lostRights } from './lost-rights.ts'
import { ownWrites } from './own-writes.ts'
import { peopleAndLinks } from './people-and-links.ts'
import { rebuiltEqual } from './rebuilt-equal.ts'
import { replies } from './replies.ts'
import { cut, refused, sent, sound, unavailable } from './sound.ts'

test('INV-5: a row more, a row less, a row that differs, a table that is missing', () => {
  const found = (live: Evidence['live'], rebuilt: Evidence['live']) =>
    rebuiltEqual.check(sound({ live, rebuilt })).length
  expect(found({ cards: ['{"id":1}'] }, { cards: ['{"id":1}'] })).toBe(0)
  expect(found({ cards: ['{"id":1}'] }, { cards: [] })).toBe(1)
  expect(found({ cards: [] }, { cards: ['{"id":1}'] })).toBe(1)
  expect(found({ cards: ['{"id":1}'] }, { cards: ['{"id":1.0}'] })).toBe(1)
  expect(found({ cards: [] }, {})).toBe(1)
})

describe.each([
  ['INV-7', endedSessions, 'session 1'],
  ['INV-8', lostRights, 'person 2 on table 3'],
])('%s', (_, invariant, subject) => {
  const given = sent(10, { permit: { subject, allows: true } })
  const taken = (more: Partial<Sent> = {}) =>
    sent(20, { permit: { subject, allows: false }, ...more })
  const found = (...ledger: Sent[]) => invariant.check(sound({ ledger })).length
  const read = (at: number, more: Partial<Sent> = {}) => sent(at, { needs: subject, ...more })

  test('a read with the right, before it is taken and while it is', () => {
    expect(found(given, read(15), taken())).toBe(0)
    expect(found(given, taken(), read(20.5))).toBe(0)
    expect(found(given, taken(), read(30, { reply: refused }))).toBe(0)
  })
  test('a read before the right was given, or after it was taken', () => {
    expect(found(read(5), given)).toBe(1)
    expect(found(given, taken(), read(30))).toBe(1)
    expect(found(given, taken(), sent(40, { permit: { subject, allows: true } }), read(50))).toBe(0)
  })
  test('what nobody knows the end of may be done later', () => {
    expect(found(given, taken({ reply: cut }), read(30))).toBe(0)
    expect(found(given, taken({ reply: unavailable }), sent(25), read(30))).toBe(0)
    const regiven = sent(30, { permit: { subject, allows: true }, reply: cut })
    const retaken = sent(40, { permit: { subject, allows: false } })
    expect(found(given, taken(), regiven, retaken, read(50))).toBe(0)
  })
  test('but not where its revision has passed', () => {
    const regiven = sent(30, { permit: { subject, allows: true }, reply: cut, conditional: true })
    const retaken = sent(40, { permit: { subject, allows: false }, conditional: true })
    expect(found(given, taken(), regiven, read(35))).toBe(0)
    expect(found(given, taken(), regiven, retaken, read(50))).toBe(1)
  })
})

test('INV-9: no admin, one address twice, one UUID twice', () => {
  const found = (live: Evidence['live']) => peopleAndLinks.check(sound({ live })).length
  const person = (email: string, is_superuser = false, is_active = true) =>
    JSON.stringify({ email, is_superuser, is_active })
  expect(found({ users: [person('a@x', true), person('b@x')] })).toBe(0)
  expect(found({ users: [person('a@x', true, false), person('b@x')] })).toBe(1)
  expect(found({ users: [person('a@x', true), person('A@X')] })).toBe(1)
  const links = ['{"uuid":"1"}', '{"uuid":"1"}']
  expect(found({ users: [person('a@x', true)], public_links: links })).toBe(1)
})

test('INV-10: what verifying says', () => {
  expect(chainVerifies.check(sound({ chain: ['line 3 was altered'] }))).toHaveLength(1)
})

test('INV-11: a run that changed more, or other than the log says', () => {
  const found = (outcome: string | undefined, changes: number) =>
    actionRuns.check(sound({ runs: [{ mark: 'a', outcome, changes }] })).length
  expect([found('committed', 1), found('rolled-back', 0), found('unknown', 1)]).toEqual([0, 0, 0])
  expect([found('started', 1), found('started', 0), found(undefined, 0)]).toEqual([0, 0, 0])
  expect([found('committed', 0), found('committed', 2), found('rolled-back', 1)]).toEqual([1, 1, 1])
  expect([found('unknown', 2), found(undefined, 1)]).toEqual([1, 1])
})

test('INV-12: lag, ill health, locks, connections, zombies', () => {
  const found = (more: Partial<Evidence['calm']>) =>
    calmAfterwards.check(sound({ calm: { ...sound().calm, ...more } })).length
  expect([found({}), found({ caughtUpMs: 9_999 })]).toEqual([0, 0])
  expect([found({ caughtUpMs: undefined }), found({ caughtUpMs: 10_001 })]).toEqual([1, 1])
  expect([found({ unhealthy: ['query 1'] }), found({ stuck: ['42 waits'] })]).toEqual([1, 1])
  expect([found({ connections: 21 }), found({ zombies: ['pid 7'] })]).toEqual([1, 1])
})

test('INV-13: half an answer anywhere; 5xx and ends of connections without a fault', () => {
  const found = (reply: Sent['reply'], faults: Evidence['faults'] = []) =>
    replies.check(sound({ ledger: [sent(10, { reply })], faults })).length
  const fault = [{ from: 5, to: 10.5 }]
  expect(found({ kind: 'torn', status: 200, text: '{"id":' }, fault)).toBe(1)
  expect([found(cut, fault), found(unavailable, fault), found(refused)]).toEqual([0, 0, 0])
  expect([found(cut), found(unavailable)]).toEqual([1, 1])
  expect(found(unavailable, [{ from: 12, to: 20 }])).toBe(1)
  const broken = (code: string) => ({ kind: 'answered', status: 500, body: { code } }) as const
  expect(found(broken('internal'), fault)).toBe(1)
  expect(found(broken('action-outcome-unknown'), fault)).toBe(0)
  expect(found(broken('action-outcome-unknown'))).toBe(1)
})

test('R-21: a 404 for what the same session wrote', () => {
  const gone = { kind: 'answered', status: 404, body: {} } as const
  expect(ownWrites.check(sound({ ledger: [sent(1, { own: true, reply: gone })] }))).toHaveLength(1)
  expect(ownWrites.check(sound({ ledger: [sent(1, { own: true, reply: cut })] }))).toEqual([])
})
