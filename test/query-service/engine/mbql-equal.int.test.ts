import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { JsonRow } from '../../../query-service/engine/shape/rows.ts'
import { Refusal } from '../../../shared/kernel/refusal.ts'
import { QueryProblem } from '../../../shared/ports/engine-driver.ts'
import { labEngines } from '../../support/engine-lab.ts'
import { type Ledger, openLedger } from '../../support/ledger-lab.ts'
import { anyQuestion } from '../../support/questions/ledger/any-question.ts'
import { spoiled } from '../../support/questions/ledger/spoiled-question.ts'

/** The same questions every time; a failure prints the one that failed, made as small as it gets. */
const seed = 20_240_229

let ledgers: readonly Ledger[]

beforeAll(async () => {
  ledgers = await Promise.all(labEngines.map(openLedger))
}, 60_000)
afterAll(async () => {
  await Promise.all(ledgers.map(({ lab }) => lab.close()))
}, 30_000)

/** Averages of decimals have four digits more than these on one engine, and all of them on another. */
const isClose = (one: unknown, other: unknown): boolean =>
  typeof one === 'number' && typeof other === 'number'
    ? Math.abs(one - other) <= 1e-4 * Math.max(1, Math.abs(one))
    : one === other

const inOrder = (one: JsonRow, other: JsonRow): number => {
  const place = one.findIndex((cell, index) => !isClose(cell, other[index]))
  if (place < 0) return 0
  const [a, b] = [one[place], other[place]]
  const isLess =
    typeof a === typeof b
      ? typeof a === 'number'
        ? a < Number(b)
        : String(a) < String(b)
      : typeof a < typeof b
  return isLess ? -1 : 1
}

/** The rows of one that the other does not have at the same place, whatever the order they came in. */
const differences = (one: readonly JsonRow[], other: readonly JsonRow[]) => {
  const [ours, theirs] = [one, other].map((rows) => rows.toSorted(inOrder))
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => [
    ours?.[index],
    theirs?.[index],
  ]).filter(([a, b]) => !a || !b || inOrder(a, b) !== 0)
}

test('every engine answers any question alike', async () => {
  const [first] = ledgers
  if (!first) throw new Error('no engine')
  await fc.assert(
    fc.asyncProperty(anyQuestion(first), async (question) => {
      const answers = await Promise.all(ledgers.map(({ lab }) => lab.ask(question)))
      const [one = [], ...others] = answers
      expect(others.map((other) => differences(one, other))).toEqual(others.map(() => []))
    }),
    { seed, numRuns: 200 },
  )
}, 60_000)

test('a question that makes no sense is refused or fails, on every engine, in no other way', async () => {
  const [first] = ledgers
  if (!first) throw new Error('no engine')
  let refused = 0
  await fc.assert(
    fc.asyncProperty(spoiled(anyQuestion(first)), async (question) => {
      for (const { lab } of ledgers) {
        const problem = await lab.ask(question).then(
          () => undefined,
          (error: unknown) => error,
        )
        if (problem instanceof Refusal) refused += 1
        else if (problem !== undefined) expect(problem).toBeInstanceOf(QueryProblem)
      }
    }),
    { seed, numRuns: 200 },
  )
  expect(refused).toBeGreaterThan(0)
}, 60_000)
