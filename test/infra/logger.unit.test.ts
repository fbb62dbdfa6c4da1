import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { createLogger, logPlace } from '../../infra/logger.ts'

const dataDirectory = join(tmpdir(), `logger-${process.pid}`)
afterAll(() => rmSync(dataDirectory, { recursive: true, force: true }))

const database = { url: 'postgres://localhost/analytics', adminUrl: undefined }

test('the log of the whole service leaves its screen alone, wherever the data is', () => {
  for (const where of [undefined, database]) {
    const config = { role: 'all', dataDirectory, database: where } as const
    expect(logPlace(config, true)).toBe('file')
    expect(logPlace(config, false)).toBe('stderr')
  }
  for (const isWatched of [true, false])
    expect(logPlace({ role: 'query', dataDirectory, database }, isWatched)).toBe('stdout')
})

test('a service that needs no data directory starts without one, as in a read-only container', () => {
  // Not even root can write there.
  for (const nowhere of ['/proc', '/proc/none']) {
    const config = { role: 'all', dataDirectory: nowhere, logLevel: 'silent' } as const
    expect(logPlace({ ...config, database }, true)).toBe('stderr')
    expect(logPlace({ ...config, database: undefined }, true)).toBe('file')
    expect(() => createLogger({ ...config, database }, true)).not.toThrow()
  }
  const config = { role: 'all', dataDirectory: '/proc/none', logLevel: 'silent' } as const
  expect(() => createLogger({ ...config, database: undefined }, true)).toThrow('No directory can')
})
