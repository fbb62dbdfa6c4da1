import { spawn } from 'node:child_process'
import { belowResult, interleave, type Measure, median, rateResult, whole } from './measure.ts'
import { watchMemory } from './memory.ts'
import { allRows, createRows } from './million-rows.ts'
import type { Stage } from './stage.ts'

const rowsOf = ({ quick }: Stage) => (quick ? 200_000 : 1_000_000)

const body = { query: { database: 1, type: 'native', native: { query: allRows } } }

/** Downloads an export and throws it away; answers seconds, and milliseconds to the first byte. */
const download = async (stage: Stage, format: 'csv' | 'xlsx') => {
  const caller = stage.service.caller()
  const began = performance.now()
  const answer = await caller.open('POST', `/api/dataset/${format}`, body)
  const type = answer.headers['content-type'] ?? ''
  if (answer.statusCode !== 200 || type.includes('json')) throw new Error('the export failed')
  let firstByteMs = 0
  for await (const _ of answer) if (firstByteMs === 0) firstByteMs = performance.now() - began
  caller.close()
  return { seconds: (performance.now() - began) / 1_000, firstByteMs }
}

/** What psql takes for the same rows, its start included. */
const copyWithPsql = (stage: Stage): Promise<number> =>
  new Promise((resolve, reject) => {
    const { host, port, user, password, database } = stage.connection('sample')
    const began = performance.now()
    const psql = spawn('psql', ['-q', '-c', `\\copy (${allRows}) to /dev/null csv`], {
      env: {
        ...process.env,
        PGHOST: host,
        PGPORT: String(port),
        PGUSER: user,
        PGPASSWORD: String(password),
        PGDATABASE: database,
      },
      stdio: 'ignore',
    })
    psql.once('error', reject)
    psql.once('exit', (code) => {
      if (code === 0) resolve((performance.now() - began) / 1_000)
      else reject(new Error(`psql ended with ${code}`))
    })
  })

export const csv: Measure = {
  name: 'csv',
  about: 'a CSV export of a million rows against psql',
  async run(stage) {
    const rows = rowsOf(stage)
    await createRows(stage, rows)
    const firstBytes: number[] = []
    const memory = watchMemory(stage.service.pid)
    const values = await interleave(stage, 3, {
      ours: async () => {
        const { seconds, firstByteMs } = await download(stage, 'csv')
        firstBytes.push(firstByteMs)
        return rows / seconds
      },
      psql: async () => rows / (await copyWithPsql(stage)),
    })
    memory.stop()
    return [
      rateResult(`CSV of ${whole(rows)} rows`, 'rows/s', values.ours, values.psql, 0.4),
      belowResult('CSV, first byte', 'ms', median(firstBytes), 300),
      belowResult('CSV, growth of memory', 'MB', memory.growthMb(), 150),
    ]
  },
}

const xlsxGoal = 150_000

export const xlsx: Measure = {
  name: 'xlsx',
  about: 'an XLSX export of the same rows',
  async run(stage) {
    const rows = rowsOf(stage)
    await createRows(stage, rows)
    const memory = watchMemory(stage.service.pid)
    const { ours } = await interleave(stage, 3, {
      ours: async () => rows / (await download(stage, 'xlsx')).seconds,
    })
    memory.stop()
    return [
      {
        what: `XLSX of ${whole(rows)} rows`,
        ours: `${whole(median(ours))} rows/s`,
        limit: '',
        goal: `≥ ${whole(xlsxGoal)} rows/s`,
        met: median(ours) >= xlsxGoal,
      },
      belowResult('XLSX, growth of memory', 'MB', memory.growthMb(), 150),
    ]
  },
}
