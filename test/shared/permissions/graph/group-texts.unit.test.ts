import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Message } from '../../../../shared/kernel/decider.ts'
import { graphTag } from '../../../../shared/permissions/graph/graph-tag.ts'
import { GroupTexts, groupBytes } from '../../../../shared/permissions/graph/group-texts.ts'
import { accessLog } from '../../../support/access-log.ts'
import { databaseConnected, groupCreated } from '../../../support/projection-lab.ts'
import { someWantedAccess } from '../../../support/some-access.ts'

type Log = ReturnType<typeof accessLog>
const beginning = [1, 2, 3].map((id) => groupCreated(id)).concat(databaseConnected(1, true))

const databaseDeleted = (databaseId: number): Message => ({
  type: 'DatabaseDeleted',
  data: { databaseId },
})

describe('the name of the graph', () => {
  const log = accessLog(...beginning)
  const tag = () => graphTag(log.history, log.history.position)

  test('is its revision while it is as that left it', () => {
    log.put({ 3: { 1: { data: { schemas: 'read' } } } })
    expect(tag()).toBe('"1"')
    log.add({ type: 'UserDeactivated', data: { userId: 1 } })
    expect(tag()).toBe('"1"')
  })

  test('counts what groups and databases did since', () => {
    log.add(groupCreated(4))
    expect(tag()).toBe('"1.1"')
    log.add(databaseDeleted(1))
    expect(tag()).toBe('"1.2"')
    log.put({})
    expect(tag()).toBe('"2"')
  })

  test('is of the moment that is asked for', () => {
    const at = (revision: number) =>
      graphTag(log.history, log.history.positionOfRevision(revision) ?? 0n)
    expect([at(0), at(1), at(2)]).toEqual(['"0.4"', '"1"', '"2"'])
  })
})

const someStep: fc.Arbitrary<(log: Log) => void> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(1, 3), fc.constantFrom(1, 5), someWantedAccess)
      .map(([group, database, data]) => (log: Log) => {
        log.put({ [group]: { [database]: { data } } } as never)
      }),
  },
  {
    weight: 1,
    arbitrary: fc.constant((log: Log) => {
      const isThere = log.history.at().databaseName(5)
      log.add(isThere ? databaseDeleted(5) : databaseConnected(5))
    }),
  },
)
/** A moment asked about: so many steps before the newest. */
const someQuestion = fc.record({ group: fc.constantFrom(1, 2, 3), ago: fc.nat(4) })

test('kept texts say what was the case at the moment that is asked for', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(someStep, someQuestion), { maxLength: 20 }), (steps) => {
      const log = accessLog(...beginning)
      const { history } = log
      const texts = new GroupTexts()
      for (const [step, { group, ago }] of steps) {
        step(log)
        const state = history.at(history.position - BigInt(ago))
        const expected = groupBytes(state, group, state.databaseIds())
        texts.observe(history)
        expect(texts.kept(group, state) ?? expected).toEqual(expected)
        expect(texts.make(group, state, state.databaseIds())).toEqual(expected)
      }
    }),
  )
})

test('a change of one group leaves the texts of the others', () => {
  const log = accessLog(...beginning)
  const texts = new GroupTexts()
  const keep = () => {
    texts.observe(log.history)
    const state = log.history.at()
    const kept = [1, 2, 3].filter((group) => texts.kept(group, state) !== undefined)
    for (const group of [1, 2, 3]) texts.make(group, state, state.databaseIds())
    return kept
  }
  expect(keep()).toEqual([])
  expect(keep()).toEqual([1, 2, 3])
  log.put({ 3: { 1: { data: { schemas: 'read' } } } })
  expect(keep()).toEqual([1, 2])
  log.add(databaseConnected(2))
  expect(keep()).toEqual([])
})

test('a look into the past leaves what is kept of the present', () => {
  const log = accessLog(...beginning)
  const { history } = log
  const texts = new GroupTexts()
  const past = history.at()
  log.put({ 3: { 1: { data: { schemas: 'read' } } } })
  texts.observe(history)
  const text = texts.make(3, history.at(), [1])
  expect(new TextDecoder().decode(texts.make(3, past, [1]))).toBe('"3":{}')
  expect(texts.kept(3, history.at())).toBe(text)
  expect(texts.kept(3, past)).toBeUndefined()
})
