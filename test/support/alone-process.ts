import { openPool } from '../../infra/postgres/pool.ts'
import { aloneOver } from '../../infra/read-models/alone.ts'

/** Works alone on something, in a process that can be put to sleep; ends when that is over. */
const [url = ''] = process.argv.slice(2)
const pool = openPool({ connectionString: url }, () => undefined)
await aloneOver(pool, { silence: 4_000, between: 100 })(7, async () => {
  process.stdout.write('at work\n')
  await new Promise((resolve) => process.once('SIGUSR2', resolve))
})
process.stdout.write('done\n')
await pool.end()
