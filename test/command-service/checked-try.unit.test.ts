import { expect, test } from '@jest/globals'
import { checkedTry } from '../../command-service/checked-try.ts'
import { Refusal } from '../../shared/kernel/refusal.ts'

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
  const lagging = async () => Promise.reject(new Refusal('projection-lag', 'Not yet.'))
  await expect(checkedTry(attempt, lagging)).rejects.toThrow('Not yet.')
  expect(withdrawn).toBe(2)
  const forbidden = async () => Promise.reject(new Refusal('forbidden', 'Not you.'))
  await expect(checkedTry(attempt, forbidden)).rejects.toThrow('Not you.')
  expect(withdrawn).toBe(2)
})
