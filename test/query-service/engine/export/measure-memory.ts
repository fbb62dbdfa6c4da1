import { exporters } from '../../../../query-service/engine/export/exporters.ts'
import { mostHeldDuring } from '../../../support/live-memory.ts'
import { syntheticResult } from './synthetic-rows.ts'

// A process of its own, so that nothing but the export is on its heap:
// measure-memory.ts <csv|xlsx|json> <raw|formatted> <rows>
const [, , format = '', look = '', rows = '0'] = process.argv
if (format !== 'csv' && format !== 'xlsx' && format !== 'json') throw new Error(`No ${format}.`)

let bytes = 0
const { result: written, held } = await mostHeldDuring(() =>
  exporters[format].write(
    syntheticResult(Number(rows)),
    async (chunk) => {
      bytes += chunk.length
      // Lets the watching timer run between two chunks.
      await new Promise(setImmediate)
    },
    { formatRows: look === 'formatted' },
  ),
)
console.log(JSON.stringify({ rows: written.rows, bytes, heldMb: held / 1024 ** 2 }))
