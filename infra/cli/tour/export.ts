import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { StartupProblem } from '../../startup-problem.ts'
import type { Client } from './client.ts'
import { expectSame } from './expect.ts'
import type { Guide } from './guide.ts'
import type { Sample } from './sample.ts'

const ordersInSample = 21_000
const lineFeed = 0x0a

const linesIn = (chunk: Uint8Array): number => {
  let lines = 0
  for (const byte of chunk) if (byte === lineFeed) lines += 1
  return lines
}

/** Downloads all orders as CSV into a file. */
export const downloadCsv = async (
  client: Client,
  guide: Guide,
  { databaseId, orders }: Sample,
  file: string,
): Promise<void> => {
  const began = performance.now()
  const query = { database: databaseId, type: 'query', query: { 'source-table': orders } }
  const response = await client.download('/api/dataset/csv', { query })
  if (response.status !== 200 || !response.body)
    throw new StartupProblem(
      `The export should have answered 200, but answered ${response.status}.`,
    )
  let bytes = 0
  let lines = 0
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      bytes += chunk.length
      lines += linesIn(chunk)
      controller.enqueue(chunk)
    },
  })
  await response.body
    .pipeThrough(counting)
    .pipeTo(Writable.toWeb(createWriteStream(file, { mode: 0o600 })))
  const rows = lines - 1
  const perSecond = Math.round(rows / ((performance.now() - began) / 1_000))
  guide.line(
    `   ${file}: ${(bytes / 1e6).toFixed(1)} MB, ${rows.toLocaleString('en-US')} rows, ` +
      `${perSecond.toLocaleString('en-US')} rows/s`,
  )
  expectSame(rows, ordersInSample, 'The number of rows in the file')
}
