import { expect, test } from '@jest/globals'
import { boundedQueue } from '../../infra/bounded-queue.ts'

const refusal = 'Too many at once.'

const settled = () => new Promise(setImmediate)

/** Tasks that end when told to. */
const controlled = () => {
  const started: number[] = []
  const endings: (() => void)[] = []
  return {
    started,
    task: (n: number) => () => {
      started.push(n)
      return new Promise<number>((resolve) => endings.push(() => resolve(n)))
    },
    async endNext() {
      endings.shift()?.()
      await settled()
    },
  }
}

test('runs so many at once, the others in order as places come free', async () => {
  const run = boundedQueue({ atOnce: 2, waiting: 2, refusal })
  const { started, task, endNext } = controlled()
  const results = [0, 1, 2, 3].map((n) => run(task(n)))
  await settled()
  expect(started).toEqual([0, 1])
  await expect(run(task(4))).rejects.toMatchObject({ kind: 'overloaded' })
  await endNext()
  expect(started).toEqual([0, 1, 2])
  const late = run(task(5))
  for (let n = 0; n < 4; n += 1) await endNext()
  expect(await Promise.all([...results, late])).toEqual([0, 1, 2, 3, 5])
})

test('a task that fails gives its place to the next', async () => {
  const run = boundedQueue({ atOnce: 1, waiting: 1, refusal })
  const failing = run(() => Promise.reject(new Error('failed')))
  const next = run(async () => 'fine')
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('fine')
  expect(await run(async () => 'again')).toBe('again')
})
