import { startNginx } from '../support/nginx.ts'
import { startUpstream } from '../support/tiny-upstream.ts'
import { until } from '../support/until.ts'
import { startClusterProcesses } from './cluster-processes.ts'
import { httpCaller } from './http-caller.ts'
import { type Measure, type Result, whole } from './measure.ts'
import { type Call, type Load, mixedLoad } from './mixed-load.ts'
import type { Stage } from './stage.ts'

type Kind = 'read' | 'write' | 'query'

const connections = 50

/** Of twenty calls sixteen read, three write and one runs a query; each connection begins elsewhere. */
const kindOf = (connection: number, nth: number): Kind => {
  const place = (connection * 7 + nth) % 20
  if (place === 3) return 'query'
  return place % 6 === 5 ? 'write' : 'read'
}

type Things = { readonly database: number; readonly cards: readonly number[] }

const readsOf = (card: number): readonly string[] => [
  '/api/user/current',
  `/api/card/${card}`,
  '/api/collection/root/items',
  '/api/search?q=card',
]

const mixOf =
  ({ database, cards }: Things) =>
  (connection: number, nth: number): Call<Kind> => {
    const kind = kindOf(connection, nth)
    const card = cards[connection % cards.length] ?? 0
    const reads = readsOf(card)
    if (kind === 'read') return { kind, method: 'GET', path: reads[nth % reads.length] ?? '' }
    if (kind === 'write')
      return {
        kind,
        method: 'PUT',
        path: `/api/card/${card}`,
        body: { description: `${connection} wrote this as number ${nth}` },
      }
    const native = { query: 'select count(*) from orders' }
    return {
      kind,
      method: 'POST',
      path: '/api/dataset',
      body: { database, type: 'native', native },
    }
  }

/** The sample, synced, and a card for each connection to write to. */
const prepare = async (url: string, token: string): Promise<Things> => {
  const caller = httpCaller(url, token)
  const call = async (method: string, path: string, body?: unknown) =>
    JSON.parse((await caller.call(method, path, body)).body)
  const [{ id: database }] = (await call('GET', '/api/database')).data
  await until(
    () => call('GET', `/api/database/${database}`),
    ({ initial_sync_status: status }) => status === 'complete',
    60_000,
  )
  const cards: number[] = []
  for (let n = 0; n < connections; n += 1) {
    const dataset_query = { database, type: 'native', native: { query: 'select 1 as one' } }
    const card = { name: `Card ${n}`, display: 'table', visualization_settings: {}, dataset_query }
    cards.push((await call('POST', '/api/card', card)).id)
  }
  caller.close()
  return { database, cards }
}

/** What nginx answers by itself, and what one bare Node process answers behind it. */
const limits = async (seconds: number): Promise<{ own: number; bare: number }> => {
  const bare = await startUpstream('bare')
  const nginx = await startNginx({ command: [bare.address], query: [bare.address] })
  const load = (path: string) =>
    mixedLoad({
      ...{ url: nginx.url, headers: {}, connections, seconds },
      next: () => ({ kind: 'any', method: 'GET', path }),
    })
  const answered = { own: (await load('/livez')).rate, bare: (await load('/api/user')).rate }
  await nginx.stop()
  await bare.stop()
  return answered
}

const goals = [
  ['read', 0.95, 50],
  ['read', 0.99, 150],
  ['write', 0.95, 80],
  ['write', 0.99, 250],
] as const

const latency = (load: Load<Kind>, [kind, share, goal]: (typeof goals)[number]): Result => {
  const took = load.share(kind, share)
  return {
    what: `${kind}s, ${share * 100} of 100`,
    ours: `${took.toFixed(1)} ms`,
    limit: '',
    goal: `< ${goal} ms`,
    met: took < goal,
  }
}

const measured = async (stage: Stage): Promise<readonly Result[]> => {
  const seconds = stage.quick ? 10 : 300
  stage.progress('starting processes and nginx')
  const cluster = await startClusterProcesses()
  const { url } = cluster.nginx
  const things = await prepare(url, cluster.token)
  const headers = { 'X-Service-Session': cluster.token, 'Content-Type': 'application/json' }
  const load = await mixedLoad({
    ...{ url, headers, connections, seconds, next: mixOf(things) },
    progress: stage.progress,
  })
  await cluster.stop()
  stage.progress('the limits of the machine')
  const { own, bare } = await limits(stage.quick ? 2 : 20)
  return [
    {
      what: `80 % reads, 15 % writes, 5 % queries over ${connections} connections, 2 + 2 processes`,
      ours: `${whole(load.rate)} /s`,
      limit: `${whole(bare)} /s (one bare process behind nginx); ${whole(own)} /s (nginx alone)`,
      ratio: load.rate / bare,
      goal: '≥ 300 /s',
      met: load.rate >= 300,
    },
    ...goals.map((goal) => latency(load, goal)),
    {
      what: `errors${load.firstError === undefined ? '' : `, for example ${load.firstError}`}`,
      ours: String(load.errors),
      limit: '',
      goal: '0',
      met: load.errors === 0,
    },
  ]
}

export const cluster: Measure = {
  name: 'cluster',
  about: 'reads, writes and queries mixed, through nginx before two processes of each side',
  run: measured,
}
