import { expect, test } from '@jest/globals'
import { checkedTry } from '../../command-service/checked-try.ts'

test('a try counts unless it could not be checked', async () => {
  let withdrawn = 0
  const attempt = {
    withdrawn: async () => {
      withdrawn += 1
    },
  }
  expect(await checkedTry(attempt, async () => false)).toBe(false)
  expect(withdrawn).toBe(0)
  const away = async () => Promise.reject(new Error('the database is away'))
  await expect(checkedTry(attempt, away)).rejects.toThrow('away')
  expect(withdrawn).toBe(1)
})
