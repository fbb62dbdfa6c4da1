import { expect, test } from '@jest/globals'
import { createPool } from '../../../infra/engines/pool.ts'

const bounds = { poolSize: 1, queueLimit: 5, queueWaitMs: 60_000, idleMs: 60_000 }
const patient = new AbortController().signal

test('who leaves while a connection is opened leaves it to the next one', async () => {
  let opened = 0
  let letIn: () => void = () => undefined
  const open = async () => {
    opened += 1
    await new Promise<void>((resolve) => {
      letIn = resolve
    })
    return { alive: true, close: () => undefined }
  }
  const pool = createPool(open, bounds)
  const leaving = new AbortController()
  const first = pool.acquire(leaving.signal)
  const second = pool.acquire(patient)
  await new Promise(setImmediate)
  leaving.abort()
  letIn()
  await expect(first).rejects.toMatchObject({ errorType: 'cancelled' })
  expect((await second).reused).toBe(true)
  expect(opened).toBe(1)
  pool.end()
})
