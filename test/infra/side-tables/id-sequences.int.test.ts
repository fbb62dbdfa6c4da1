import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { postgresIdSequences } from '../../../infra/side-tables/id-sequences.ts'
import { idKinds } from '../../../shared/ports/id-sequences.ts'
import { migratedDatabase } from '../../support/migrated-database.ts'
import type { TestDatabase } from '../../support/test-database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await migratedDatabase()
})
afterAll(() => database.drop())

test('groups begin after the two that are always there, all else at 1', async () => {
  const ids = postgresIdSequences(database.pool)
  for (const kind of idKinds) expect(await ids.next(kind)).toBe(kind === 'group' ? 3 : 1)
})

test('takes several, ascending; none when none are wanted', async () => {
  const ids = postgresIdSequences(database.pool)
  const taken = await ids.take('field', 1_000)
  expect(taken).toHaveLength(1_000)
  expect(taken.every((id, place) => place === 0 || id > (taken[place - 1] ?? 0))).toBe(true)
  expect(await ids.take('field', 0)).toEqual([])
})

test('gives no id twice, however many draw at once', async () => {
  const processes = [database.openPool(), database.openPool()].map(postgresIdSequences)
  const drawn = await Promise.all(
    Array.from({ length: 40 }, (_, n) => processes[n % 2]?.take('table', 1 + (n % 7)) ?? []),
  )
  const all = drawn.flat()
  expect(new Set(all).size).toBe(all.length)
})
