import { expect, test } from '@jest/globals'
import { inTurn } from '../../../../infra/engines/mysql/in-turn.ts'

test('one begins when the one before has ended, well or not', async () => {
  const turn = inTurn(60_000)
  const events: string[] = []
  const work = (name: string, fails: boolean) => async () => {
    events.push(`${name} begins`)
    await new Promise(setImmediate)
    events.push(`${name} ends`)
    if (fails) throw new Error(name)
  }
  const all = [turn(work('a', false)), turn(work('b', true)), turn(work('c', false))]
  const outcomes = (await Promise.allSettled(all)).map(({ status }) => status)
  expect(outcomes).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(events).toEqual(['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]))
})

test('one that never ends does not hold up the others for ever', async () => {
  const turn = inTurn(10)
  void turn(() => new Promise(() => undefined))
  // Until then, something has to keep the process from ending.
  const alive = setInterval(() => undefined, 1_000)
  await expect(turn(async () => undefined)).resolves.toBeUndefined()
  clearInterval(alive)
})
