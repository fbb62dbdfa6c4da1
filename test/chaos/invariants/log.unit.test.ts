import { expect, test } from '@jest/globals'
import { acknowledged } from './acknowledged.ts'
import { atMostOnce } from './at-most-once.ts'
import type { Evidence } from './evidence.ts'
import { graphRevisions } from './graph-revisions.ts'
import { violationsIn } from './index.ts'
import { once } from './once.ts'
import { cut, event, left, ok, refused, sent, sound, unavailable } from './sound.ts'
import { streamVersions } from './stream-versions.ts'

const write = (requestId: string, more: Parameters<typeof sent>[1] = {}) =>
  sent(1, { requestId, leaves: 'CardCreated', ...more })

test('nothing is wrong where nothing happened', () => {
  expect(violationsIn(sound())).toEqual([])
})

test('INV-1: an acknowledged write without its event, or with one beyond what was told', () => {
  const found = (more: Partial<Evidence>) => acknowledged.check(sound(more)).length
  const ledger = [write('request-a')]
  expect(found({ ledger, events: [left(9, 'request-a')] })).toBe(0)
  expect(found({ ledger, events: [left(9, 'request-a', { type: 'CardDeleted' })] })).toBe(1)
  expect(found({ ledger, events: [left(9, 'another-one')] })).toBe(1)
  expect(found({ ledger, events: [left(10, 'request-a')] })).toBe(1)
  expect(found({ ledger: [write('request-a', { reply: cut })] })).toBe(0)
  const again = [write('lost-one', { reply: cut }), write('request-b', { key: 'lost-one' })]
  expect(found({ ledger: again, events: [left(9, 'lost-one')] })).toBe(0)
})

test('INV-2: an event twice, positions out of order, a projection that is behind or left some', () => {
  const [one, two] = [event(1), event(2)]
  const found = (more: Partial<Evidence>) => once.check(sound(more)).length
  const at = (position: bigint) => [{ projection: 'card', position }]
  expect(found({ events: [one, two], builds: at(2n) })).toBe(0)
  expect(found({ events: [one, { ...two, id: one.id }] })).toBe(1)
  expect(found({ events: [two, one] })).toBe(1)
  expect(found({ events: [one, two], builds: at(1n) })).toBe(1)
  expect(found({ failures: ['card-1: cannot be read'] })).toBe(1)
})

test('INV-3: a write that is there twice, over all its tries, or though it was refused', () => {
  const found = (...more: [Evidence['ledger'], Evidence['events']]) =>
    atMostOnce.check(sound({ ledger: more[0], events: more[1] })).length
  const lost = write('request-a', { reply: cut })
  expect(found([lost], [])).toBe(0)
  expect(found([lost], [left(1, 'request-a')])).toBe(0)
  expect(found([lost], [left(1, 'request-a'), left(2, 'request-a')])).toBe(1)
  const again = write('request-b', { key: 'request-a' })
  expect(found([lost, again], [left(1, 'request-a'), left(2, 'request-b')])).toBe(1)
  expect(found([write('request-a', { reply: refused })], [left(1, 'request-a')])).toBe(1)
  expect(found([write('request-a', { reply: unavailable })], [left(1, 'request-a')])).toBe(0)
})

test('INV-4: a gap and a double in a stream', () => {
  const versions = (...revisions: number[]) =>
    streamVersions.check(
      sound({
        events: revisions.map((revision, index) => event(index, { stream: 'card-1', revision })),
      }),
    ).length
  expect(versions(0, 1, 2)).toBe(0)
  expect(versions(0, 2, 3)).toBe(1)
  expect(versions(0, 0, 1)).toBe(1)
  expect(versions(1)).toBe(1)
})

const revised = (position: number, requestId: string, from: string | null, to: string) =>
  left(position, requestId, {
    type: 'PermissionsGraphRevised',
    stream: 'permissions-graph',
    revision: position - 1,
    data: { revision: position, changes: [{ right: 'data', group: 3, database: 1, from, to }] },
  })

test('INV-6: two winners, a winner who is not in the log, a change that does not follow', () => {
  const won = (requestId: string, base: number) => sent(1, { requestId, base, reply: ok })
  const found = (...more: [Evidence['ledger'], Evidence['events']]) =>
    graphRevisions.check(sound({ ledger: more[0], events: more[1] })).length
  const events = [revised(1, 'request-a', null, 'all'), revised(2, 'request-b', 'all', 'none')]
  const lost = sent(1, { requestId: 'request-c', base: 1, reply: refused })
  expect(found([won('request-a', 0), won('request-b', 1), lost], events)).toBe(0)
  expect(found([won('request-a', 0), won('request-c', 0)], events)).toBe(2)
  expect(found([won('request-b', 0)], events)).toBe(1)
  expect(found([], [revised(1, 'a', null, 'all'), revised(2, 'b', 'read', 'none')])).toBe(1)
  expect(found([], [revised(2, 'a', null, 'all')])).toBe(1)
})
