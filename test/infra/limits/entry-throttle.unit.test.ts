import { expect, test } from '@jest/globals'
import { entryThrottle } from '../../../infra/limits/entry-throttle.ts'
import { limiterKeys } from '../../../infra/limits/limiter-key.ts'
import { memoryLimiter } from '../../../infra/limits/memory-limiter.ts'

const throttle = () =>
  entryThrottle({ limiter: memoryLimiter(), keyOf: limiterKeys(Buffer.alloc(32, 1)) })

const times = async (count: number, work: (nth: number) => Promise<unknown>) => {
  for (let nth = 0; nth < count; nth++) await work(nth)
}

const limited = { kind: 'rate-limited', extras: { retryAfter: expect.any(Number) } }

test('so many mails go to one account, from wherever they are asked for', async () => {
  const { askForMail } = throttle()
  await times(5, (nth) => askForMail('ada', `198.51.100.${nth}`))
  await expect(askForMail('ada', '203.0.113.9')).rejects.toMatchObject(limited)
  await askForMail('bob', '203.0.113.9')
})

test('so many are asked for from one place, to whomever', async () => {
  const { askForMail } = throttle()
  await times(50, (nth) => askForMail(`account ${nth}`, '2001:db8::1'))
  await expect(askForMail('another', '2001:db8::2')).rejects.toMatchObject(limited)
  await askForMail('another', '2001:db8:1::1')
})

test('so many tries with tokens fail in one place; those that do not are not counted', async () => {
  const { begin } = throttle()
  await times(300, async () => (await begin('198.51.100.1')).succeeded())
  await times(200, () => begin('198.51.100.1'))
  await expect(begin('198.51.100.1')).rejects.toMatchObject(limited)
  await begin('198.51.100.2')
})
