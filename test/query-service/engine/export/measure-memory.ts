import { exporters } from '../../../../query-service/engine/export/exporters.ts'
import { syntheticResult } from './synthetic-rows.ts'

// A process of its own, so that nothing but the export moves its memory:
// measure-memory.ts <csv|xlsx|json> <raw|formatted> <rows>
const [, , format = '', look = '', rows = '0'] = process.argv
if (format !== 'csv' && format !== 'xlsx' && format !== 'json') throw new Error(`No ${format}.`)

const rss = () => process.memoryUsage.rss()
const before = rss()
let peak = before
let bytes = 0
const written = await exporters[format].write(
  syntheticResult(Number(rows)),
  async (chunk) => {
    bytes += chunk.length
    peak = Math.max(peak, rss())
  },
  { formatRows: look === 'formatted' },
)
console.log(JSON.stringify({ rows: written.rows, bytes, growthMb: (peak - before) / 1024 ** 2 }))
