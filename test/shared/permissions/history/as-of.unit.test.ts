import { describe, expect, test } from '@jest/globals'
import type { AsOf } from '../../../../shared/contract/as-of.ts'
import { AccessHistory } from '../../../../shared/permissions/history/access-history.ts'
import { positionAsOf } from '../../../../shared/permissions/history/as-of.ts'
import { at, recorded } from '../../../support/recorded.ts'

const revised = (revision: number) => ({
  type: 'PermissionsGraphRevised',
  data: { revision, changes: [], comment: null, revertedTo: null },
})
const group = { type: 'GroupCreated', data: { groupId: 3, name: 'Analysts' } }

/** Every second brings an event. */
const historyOf = (...messages: readonly { type: string; data: unknown }[]) => {
  const history = new AccessHistory()
  messages.forEach((message, index) => {
    history.record(recorded(message, index + 1))
  })
  return history
}

const history = historyOf(group, revised(1), group, revised(2), group)
const revision = (number: number): AsOf => ({ kind: 'revision', revision: number })
const time = (text: string): AsOf => ({ kind: 'time', time: text })

describe('a question about the past is about', () => {
  test('now, when it says nothing', () => {
    expect(positionAsOf(history, undefined)).toBe(5n)
  })

  test('the moment right after a revision, and for 0 the one right before the first', () => {
    expect([0, 1, 2].map((it) => positionAsOf(history, revision(it)))).toEqual([1n, 2n, 4n])
  })

  test('now, for 0 of a graph that never was revised', () => {
    expect(positionAsOf(historyOf(group, group), revision(0))).toBe(2n)
    expect(positionAsOf(history, revision(0), history.collectionRevisions)).toBe(5n)
  })

  test('the last event recorded until a time', () => {
    expect(positionAsOf(history, time(at(3)))).toBe(3n)
    expect(positionAsOf(history, time(at(3).replace('000Z', '999Z')))).toBe(3n)
    expect(positionAsOf(history, time(at(0)))).toBe(0n)
    expect(positionAsOf(history, time(at(60)))).toBe(5n)
  })

  test('no revision there is not yet', () => {
    expect(() => positionAsOf(history, revision(3))).toThrow(/no revision 3; the newest is 2/)
  })
})
