import { expect, test } from '@jest/globals'
import { rateLimitsOf } from '../../../infra/limits/rate-limits-of.ts'
import type { Settings } from '../../../shared/ports/settings.ts'

test('a limit is what the settings say, what they said last, or the default', async () => {
  const answers: (() => unknown)[] = []
  const settings = { get: async () => answers.shift()?.() } as Pick<Settings, 'get'>
  const away = () => Promise.reject(new Error('no database'))
  const rateOf = rateLimitsOf(settings)
  const rate = { points: 7, seconds: 30 }
  answers.push(away, () => rate, away)
  expect(await rateOf('query')).toEqual({ points: 600, seconds: 60 })
  expect(await rateOf('query')).toEqual(rate)
  expect(await rateOf('query')).toEqual(rate)
  // A pool without a connection left keeps nobody from being limited.
  answers.push(() => new Promise(() => undefined))
  expect(await rateOf('query')).toEqual(rate)
  answers.push(away)
  expect(await rateOf('login')).toEqual({ points: 20, seconds: 60 })
})
