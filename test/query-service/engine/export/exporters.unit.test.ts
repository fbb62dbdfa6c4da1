import { setTimeout as delay, setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from '@jest/globals'
import {
  type ExportResult,
  type ExportRow,
  maxExportRows,
} from '../../../../query-service/engine/export/exporter.ts'
import { type ExportFormat, exporters } from '../../../../query-service/engine/export/exporters.ts'
import { rowSlices } from '../../../../query-service/engine/export/row-slices.ts'
import { collected, column, inBatches } from './export-file.ts'
import { syntheticBatches, syntheticColumns } from './synthetic-rows.ts'

type Case = readonly [format: ExportFormat, formatRows: boolean]

const cases: readonly Case[] = [
  ['csv', false],
  ['csv', true],
  ['json', false],
  ['json', true],
  ['xlsx', false],
  ['xlsx', true],
]

/** Rows that can be watched: how many were asked for, and whether the source was let go. */
const watched = (batches: AsyncIterable<readonly ExportRow[]>) => {
  const seen = { rows: 0, released: false }
  const source = async function* () {
    try {
      for await (const batch of batches) {
        seen.rows += batch.length
        yield batch
      }
    } finally {
      seen.released = true
    }
  }
  const result: ExportResult = { columns: syntheticColumns, batches: source() }
  return { seen, result }
}

describe.each(cases)('%s, formatted: %s', (format, formatRows) => {
  const exporter = exporters[format]

  test('counts its rows', async () => {
    const written = await exporter.write(
      { columns: syntheticColumns, batches: syntheticBatches(3_210) },
      async () => undefined,
      { formatRows },
    )
    expect(written).toEqual({ rows: 3_210, truncated: false })
  })

  test('sends nothing of a query that fails at once', async () => {
    let chunks = 0
    const failing = async function* () {
      await turn()
      yield* inBatches<readonly ExportRow[]>()
      throw new Error('relation does not exist')
    }
    const writing = exporter.write(
      { columns: syntheticColumns, batches: failing() },
      async () => {
        chunks += 1
      },
      { formatRows },
    )
    await expect(writing).rejects.toThrow('relation does not exist')
    expect(chunks).toBe(0)
  })

  test('rejects when the query fails half-way', async () => {
    const failing = async function* () {
      yield* syntheticBatches(6_000)
      throw new Error('terminating connection')
    }
    const { seen, result } = watched(failing())
    const writing = exporter.write(result, async () => undefined, { formatRows })
    await expect(writing).rejects.toThrow('terminating connection')
    expect(seen.released).toBe(true)
  })

  test('lets the query go when the reader goes', async () => {
    const { seen, result } = watched(syntheticBatches(200_000))
    const gone = async () => Promise.reject(new Error('gone'))
    await expect(exporter.write(result, gone, { formatRows })).rejects.toThrow('gone')
    expect(seen.released).toBe(true)
    expect(seen.rows).toBeLessThan(40_000)
  })

  test('reads no further than its reader does', async () => {
    const { seen, result } = watched(syntheticBatches(200_000))
    const reader = new AbortController()
    const never = async () => {
      await delay(60_000, undefined, { signal: reader.signal })
    }
    const writing = exporter.write(result, never, { formatRows })
    let before = -1
    while (seen.rows !== before) {
      before = seen.rows
      await delay(150)
    }
    expect(seen.rows).toBeLessThan(40_000)
    reader.abort()
    await expect(writing).rejects.toThrow()
    expect(seen.released).toBe(true)
  })
})

describe('the cap', () => {
  const oneColumn = [column('n', 'type/Integer')]
  const batch = Array.from({ length: 65_536 }, () => ['1'])
  const beyondCap = async function* () {
    for (let index = 0; index < 16; index += 1) yield batch
  }

  test('a text file ends there and says so', async () => {
    const result = { columns: oneColumn, batches: beyondCap() }
    expect(await exporters.csv.write(result, async () => undefined, { formatRows: false })).toEqual(
      {
        rows: maxExportRows,
        truncated: true,
      },
    )
  })

  test('exactly as many rows are no cut', async () => {
    let told = false
    const slices = rowSlices(
      { columns: oneColumn, batches: inBatches([['1'], ['2']], [['3']]) },
      () => {
        told = true
      },
      3,
    )
    expect((await collected(slices)).flat()).toEqual([['1'], ['2'], ['3']])
    expect(told).toBe(false)
  })

  test('a workbook beyond it is refused, naming the cap', async () => {
    const result = { columns: oneColumn, batches: beyondCap() }
    const refused = exporters.xlsx.write(result, async () => undefined, { formatRows: false })
    await expect(refused).rejects.toMatchObject({
      kind: 'validation',
      message: expect.stringContaining('1048575'),
    })
  })
})

describe('slices', () => {
  const lengths = async (columnCount: number, rows: readonly ExportRow[]) => {
    const columns = Array.from({ length: columnCount }, (_, index) => column(`c${index}`))
    const slices = rowSlices({ columns, batches: inBatches(rows) }, () => undefined)
    return (await collected(slices)).map(({ length }) => length)
  }
  const rows = (count: number, cell: string) => Array.from({ length: count }, () => [cell])

  test('are short where rows are wide or long', async () => {
    expect(await lengths(1, rows(5_000, 'x'))).toEqual([2_000, 2_000, 1_000])
    expect(await lengths(10_000, rows(5, 'x'))).toEqual([2, 2, 1])
    expect(await lengths(1, rows(5, 'x'.repeat(200_000)))).toEqual([2, 2, 1])
  })

  test('leave the event loop to others in between', async () => {
    const rows = (await collected(syntheticBatches(50_000))).flat()
    let turns = 0
    const ticking = setInterval(() => {
      turns += 1
    }, 1)
    const result = { columns: syntheticColumns, batches: inBatches(rows) }
    await exporters.csv.write(result, async () => undefined, { formatRows: false })
    clearInterval(ticking)
    expect(turns).toBeGreaterThan(5)
  })
})
