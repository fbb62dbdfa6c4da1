import { endProcess, startModule } from './child.ts'
import { type HttpCaller, httpCaller } from './http-caller.ts'
import { throughput } from './load.ts'
import { addedResult, interleave, type Measure, median, rateResult } from './measure.ts'
import type { Stage } from './stage.ts'

const sql = 'SELECT "id", "total" FROM "public"."orders" WHERE "id" = 4711'

const native = { database: 1, type: 'native', native: { query: sql } }

/** The same as a structured question, with the ids the sync gave. */
const structured = async (stage: Stage) => {
  const caller = stage.service.caller()
  const { tables } = JSON.parse((await caller.call('GET', '/api/database/1/metadata')).body)
  caller.close()
  const orders = tables.find((table: { name: string }) => table.name === 'orders')
  const field = (name: string) => [
    'field',
    orders.fields.find((one: { name: string }) => one.name === name).id,
    null,
  ]
  return {
    database: 1,
    type: 'query',
    query: {
      'source-table': orders.id,
      fields: [field('id'), field('total')],
      filter: ['=', field('id'), 4711],
    },
  }
}

const startBare = (stage: Stage) =>
  startModule(
    'test/bench/bare-server',
    [],
    { BENCH_CONNECTION: JSON.stringify(stage.connection('sample')) },
    (output) => /port (\d+)/.exec(output)?.[1],
  )

/** Milliseconds that one request takes when nothing else runs: the median of many. */
const alone = async (caller: HttpCaller, path: string, body: unknown, count: number) => {
  const times: number[] = []
  for (let index = 0; index < count; index += 1)
    times.push((await caller.call('POST', path, body)).ms)
  return median(times)
}

export const query: Measure = {
  name: 'query',
  about: 'a query of one row against the same query over pg behind Express',
  async run(stage) {
    const { child, found: port } = await startBare(stage)
    const bareUrl = `http://127.0.0.1:${port}`
    const bareCaller = httpCaller(bareUrl)
    const caller = stage.service.caller()
    const question = await structured(stage)
    const headers = { 'X-Service-Session': stage.service.token }
    const target = (body: unknown) => ({ url: `${stage.service.url}/api/dataset`, headers, body })
    const seconds = stage.quick ? 2 : 5
    const rates = await interleave(stage, 3, {
      bare: () => throughput({ url: `${bareUrl}/query`, headers: {}, body: { sql } }, seconds),
      structured: () => throughput(target(question), seconds),
      native: () => throughput(target(native), seconds),
    })
    const requests = stage.quick ? 200 : 1_000
    const times = await interleave(stage, 3, {
      bare: () => alone(bareCaller, '/query', { sql }, requests),
      structured: () => alone(caller, '/api/dataset', question, requests),
      native: () => alone(caller, '/api/dataset', native, requests),
    })
    bareCaller.close()
    caller.close()
    await endProcess(child)
    return [
      rateResult('structured query of one row', 'requests/s', rates.structured, rates.bare, 0.6),
      rateResult('SQL query of one row', 'requests/s', rates.native, rates.bare, 0.6),
      addedResult('structured query alone, median', times.structured, times.bare),
      addedResult('SQL query alone, median', times.native, times.bare),
    ]
  },
}
