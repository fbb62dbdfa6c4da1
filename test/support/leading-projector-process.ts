import type pg from 'pg'
import { openPool } from '../../infra/postgres/pool.ts'
import { startLeadingProjector } from './leading-projector.ts'

/**
 * A projector in a process of its own that stops as a machine does that is put to sleep: at SIGUSR2,
 * once its next rows are written and before they are committed. SIGCONT wakes it.
 * Prints what it is whenever that changes.
 */
const [url = '', holder = ''] = process.argv.slice(2)
let isArmed = false
process.on('SIGUSR2', () => {
  isArmed = true
  process.stdout.write('armed\n')
})

const pool = openPool({ connectionString: url, application_name: holder }, () => undefined)
pool.on('connect', (client: pg.PoolClient) => {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  client.query = ((...given: unknown[]) => {
    if (isArmed && given[0] === 'commit') {
      isArmed = false
      process.kill(process.pid, 'SIGSTOP')
    }
    return query(...given)
  }) as typeof client.query
})

const projector = startLeadingProjector(url, holder, pool)
let said = ''
setInterval(() => {
  const { status, epoch } = projector.facts()
  const now = `${status} ${epoch}`
  if (now !== said) process.stdout.write(`${now}\n`)
  said = now
}, 20)
