import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'

const measurement = z.object({ rows: z.number(), heldMb: z.number() })
const rows = 300_000
const maxHeldMb = 60

/** The most that is held at a time by a fresh process that exports synthetic rows of ten columns. */
const measure = async (format: string, look: string) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--no-warnings',
    '--import',
    './test/support/run-typescript.mjs',
    'test/query-service/engine/export/measure-memory.ts',
    format,
    look,
    String(rows),
  ])
  return measurement.parse(JSON.parse(stdout))
}

describe('memory of an export', () => {
  test.each([
    ['csv', 'raw'],
    ['csv', 'formatted'],
    ['json', 'raw'],
    ['xlsx', 'raw'],
    ['xlsx', 'formatted'],
  ])(
    '%s, %s: hundreds of thousands of rows hardly move it',
    async (format, look) => {
      const measured = await measure(format, look)
      expect(measured.rows).toBe(rows)
      expect(measured.heldMb).toBeLessThan(maxHeldMb)
    },
    60_000,
  )
})
