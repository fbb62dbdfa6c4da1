import { expect, test } from '@jest/globals'
import { lender } from '../../../infra/engines/lend.ts'
import { createPool } from '../../../infra/engines/pool.ts'

const bounds = { poolSize: 1, queueLimit: 5, queueWaitMs: 5_000, idleMs: 5_000 }

const lending = () => {
  const opened: { alive: boolean; close(): void }[] = []
  const pool = createPool(async () => {
    const connection = {
      alive: true,
      close() {
        connection.alive = false
      },
    }
    opened.push(connection)
    return connection
  }, bounds)
  const controller = new AbortController()
  return { opened, pool, controller, lend: lender(pool, controller.signal) }
}

test('a connection is lent, and lent again', async () => {
  const { lend, opened, pool } = lending()
  expect(await lend(async () => 1)).toBe(1)
  expect(await lend(async ({ alive }) => alive)).toBe(true)
  expect(opened).toHaveLength(1)
  pool.end()
})

test('one on which something failed is closed, and its place is free', async () => {
  const { lend, opened, pool } = lending()
  await expect(lend(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(opened.map(({ alive }) => alive)).toEqual([false])
  expect(await lend(async () => 2)).toBe(2)
  pool.end()
})

test('work that does not end is given up with the signal', async () => {
  const { lend, opened, pool, controller } = lending()
  const attempt = lend(() => new Promise(() => undefined))
  setImmediate(() => controller.abort())
  await expect(attempt).rejects.toMatchObject({ errorType: 'timed-out' })
  expect(opened.map(({ alive }) => alive)).toEqual([false])
  pool.end()
})
