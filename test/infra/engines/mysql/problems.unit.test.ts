import { expect, test } from '@jest/globals'
import { queryProblem } from '../../../../infra/engines/mysql/problems.ts'

const said =
  "Expression #1 of SELECT list is not in GROUP BY clause and contains 'shop.people.city'"
const notGrouped = Object.assign(new Error(said), {
  errno: 1055,
  sqlState: '42000',
  sqlMessage: said,
})

test('where a template tag can be what is not grouped by, a way to group is told', () => {
  const problem = queryProblem(notGrouped, true)
  expect(problem).toMatchObject({ errorType: 'db', state: '42000' })
  expect(problem.message.startsWith(said)).toBe(true)
  expect(problem.message).toContain('by its alias or its place')
  expect(queryProblem(notGrouped).message).toBe(said)
})
