import { expect, test } from '@jest/globals'
import { type Parts, partsOf } from '../../../infra/main/parts.ts'
import { roles } from '../../../infra/roles.ts'
import { endpoints } from '../../../shared/contract/index.ts'

const split = roles.filter((role) => role !== 'all')
const all = (of: (parts: Parts) => readonly string[]) => split.flatMap((role) => of(partsOf[role]))

test('the roles share out what one process does, and nothing is done by two of them', () => {
  expect(all(({ sides }) => sides).sort()).toEqual([...partsOf.all.sides].sort())
  expect(all(({ loops }) => loops).sort()).toEqual([...partsOf.all.loops].sort())
})

test('every endpoint has a role that answers it', () => {
  const answered = new Set(all(({ sides }) => sides))
  expect(endpoints.filter(({ side }) => !answered.has(side))).toEqual([])
})
