import { expect, test } from '@jest/globals'
import { shared } from '../../../../infra/engines/mongo/shared.ts'

const opened = () => {
  const closed: number[] = []
  let last = 0
  const things = shared<number>((value) => closed.push(value))
  return {
    closed,
    hold: () =>
      things.hold(async () => {
        last += 1
        return last
      }),
    failing: () => things.hold(() => Promise.reject(new Error('no way'))),
  }
}

test('several hold one thing, and the last to leave closes it', async () => {
  const { hold, closed } = opened()
  const [one, other] = await Promise.all([hold(), hold()])
  expect([one.value, other.value, one.isFirst, other.isFirst]).toEqual([1, 1, true, false])
  one.release()
  expect(closed).toEqual([])
  other.release()
  expect(closed).toEqual([1])
  expect((await hold()).value).toBe(2)
})

test('a spoilt one serves those who hold it, and nobody else', async () => {
  const { hold, closed } = opened()
  const one = await hold()
  one.spoil()
  const next = await hold()
  expect([next.value, next.isFirst, one.isSpoilt(), next.isSpoilt()]).toEqual([
    2,
    true,
    true,
    false,
  ])
  one.release()
  expect(closed).toEqual([1])
  expect((await hold()).value).toBe(2)
})

test('one that could not be opened is tried again', async () => {
  const { hold, failing } = opened()
  const attempts = await Promise.allSettled([failing(), failing()])
  expect(attempts.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect((await hold()).value).toBe(1)
})
