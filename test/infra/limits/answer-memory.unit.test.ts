import { describe, expect, test } from '@jest/globals'
import { answerBounds, answerMemory } from '../../../infra/limits/answer-memory.ts'

const mib = 1024 * 1024

describe('the memory of answers', () => {
  test('bounds each, by name', () => {
    const one = answerMemory({ perAnswer: 4 * mib, together: 100 * mib }).allow()
    expect(one.take(4 * mib)).toBeUndefined()
    expect(one.take(1)).toMatchObject({
      errorType: 'driver',
      message: expect.stringContaining('larger than 4 MiB'),
    })
  })

  test('bounds them together, but for what is small, until they have left', () => {
    const memory = answerMemory({ perAnswer: 8 * mib, together: 8 * mib })
    const [one, other, small] = [memory.allow(), memory.allow(), memory.allow()]
    expect(one.take(6 * mib)).toBeUndefined()
    expect(other.take(6 * mib)).toMatchObject({ errorType: 'overloaded' })
    expect(small.take(mib)).toBeUndefined()
    one.release()
    one.release()
    const next = memory.allow()
    expect(next.take(8 * mib)).toBeUndefined()
    expect(memory.allow().take(3 * mib)).toMatchObject({ errorType: 'overloaded' })
  })

  test('fits the heap, and has room for one answer', () => {
    expect(answerBounds(64, 2048 * mib)).toEqual({ perAnswer: 64 * mib, together: 256 * mib })
    expect(answerBounds(64, 100 * mib).together).toBe(64 * mib)
  })
})
